"""Facts: what a message asserts, how a new fact changes older ones, which facts answer. Pure."""
