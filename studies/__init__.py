"""How players play, and what rules do: `python -m studies --help` lists the studies."""
