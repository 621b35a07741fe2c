"""Erasing: choose lines, overwrite them, derive everything anew, scan every byte, certify."""
