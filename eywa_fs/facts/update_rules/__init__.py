"""The rules of :mod:`eywa_fs.facts.updates`, one question a function."""
