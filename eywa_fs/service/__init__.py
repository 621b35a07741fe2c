"""The HTTP service: routes that each call one method of the façade."""
