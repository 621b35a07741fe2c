"""The command line: parses, calls the façade, renders."""
