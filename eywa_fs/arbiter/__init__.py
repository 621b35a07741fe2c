"""The arbiter: which facts are truths, which are candidates and which are only clues. Pure."""
