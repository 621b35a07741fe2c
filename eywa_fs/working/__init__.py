"""Working memory: what a running session needs at hand. It is never written to a file."""
