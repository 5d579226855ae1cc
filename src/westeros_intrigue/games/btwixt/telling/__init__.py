"""Games as text, lines, records, and facts for the page."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
