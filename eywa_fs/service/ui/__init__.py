"""The page to look at a memory: static files, a client of the service's own routes."""
