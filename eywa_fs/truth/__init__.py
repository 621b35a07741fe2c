"""The truth: the only files that hold something no other file can give back."""
