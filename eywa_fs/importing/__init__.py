"""Bringing in records that other programs wrote."""
