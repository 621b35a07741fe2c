"""Frozen values that flow between the layers. They import nothing of ours but errors."""
