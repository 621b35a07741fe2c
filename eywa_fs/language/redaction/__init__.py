"""Secrets and personal data in texts: what they look like, and how they are masked."""
