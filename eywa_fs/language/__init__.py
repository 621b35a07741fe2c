"""Pure text analysis for Chinese and English: folding, scripts, tokens. No I/O, no models."""
