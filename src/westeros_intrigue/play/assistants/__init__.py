"""Tables for assistants: programs with a language model that a person talks to.

Read `tables` first, a seat at a table of this process; then `printed`, a table with printed cards,
and `links`, a seat at a table of `web`. `server` offers them by the Model Context Protocol, and is
the only module that needs the extra `mcp`. Each text that it returns depends only on what the
assistant's seat can see.
"""

__all__ = ("__doc__",)  # an inner module: no name here is promised
