"""Optional: a language model, behind any OpenAI-compatible endpoint, reads facts as well."""
