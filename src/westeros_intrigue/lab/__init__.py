"""The laboratory: compiled simulations, players that search and learn, environments, matches."""
