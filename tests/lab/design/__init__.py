"""What rules do to games, held by games with exact values."""
