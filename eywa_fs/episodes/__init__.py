"""Episodes: what an agent did in one place with one skill, and how its user took it."""
