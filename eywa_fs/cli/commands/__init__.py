"""The commands by topic. Each module has a ``register`` that adds its commands to the program."""
