"""The routes, by subject; each is one call of the façade."""
