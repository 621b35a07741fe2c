"""The languages facts are read in, a package each."""
