"""The pieces of the box: abilities, cards, variants, boxes, and the supply of chance."""

__all__ = ("__doc__",)  # an inner module: no name here is promised
