"""Reading facts, whatever the language: rule lines, their forms, clauses, values, gates."""
