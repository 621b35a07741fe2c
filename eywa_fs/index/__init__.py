"""Derived stores for search: vectors, words, small in-memory matrices, and the seal over them."""
