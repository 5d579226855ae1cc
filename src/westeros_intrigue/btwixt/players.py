"""Two simple players.

Rules: info.memory, bid.turn.
"""
