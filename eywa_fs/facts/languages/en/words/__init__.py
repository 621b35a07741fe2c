"""English word lists: data only, no rules."""
