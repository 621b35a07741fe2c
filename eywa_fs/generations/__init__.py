"""Generations: each folder below ``.index`` holds one complete derived state of the truth."""
