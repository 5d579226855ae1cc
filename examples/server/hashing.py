"""Secrets, which clients draw; the store has only their hashes."""

from __future__ import annotations

import hashlib


def hashed(secret: str) -> str:
    """Return the hash that the store has for a secret; secrets are too random to guess."""
    return hashlib.sha256(secret.encode()).hexdigest()
