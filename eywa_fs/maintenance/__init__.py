"""Verify, repair, rebuild: everything that looks after the derived state."""
