"""Turns texts into vectors: one protocol, several backends, a cache in front of them."""
