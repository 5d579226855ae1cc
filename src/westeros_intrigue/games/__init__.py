"""The other games, behind the same protocol."""
