"""From records to the documents that are indexed. Pure: no I/O, no clock, no models."""
