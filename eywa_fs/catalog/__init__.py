"""The catalog: derived bookkeeping in SQL. Deleting it loses nothing but time.

Every function raises DependencyUnavailable where the database fails or a row is damaged.
"""
