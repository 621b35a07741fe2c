"""From a question to verified, explained hits."""
