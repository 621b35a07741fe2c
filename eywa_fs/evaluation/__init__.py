"""Scorers: they read a data set, run a part of the library on it and return a report object."""
