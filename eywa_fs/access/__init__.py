"""Who may ask the memory for what: keys, roles and the one policy."""
