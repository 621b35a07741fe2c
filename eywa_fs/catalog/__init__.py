"""The catalog: derived bookkeeping in SQL. Deleting it loses nothing but time."""
