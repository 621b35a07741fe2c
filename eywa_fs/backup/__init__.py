"""Backups of the truth: making, keeping, restoring and trying them out."""
