"""Tables for assistants: programs with a language model that a person talks to.

Read `tables` first, a seat at a table of this process; then `printed`, a table with printed cards,
and `links`, a seat at a table of `web`. `server` offers them by the Model Context Protocol:
`held` keeps the tables, `arguments` and `answers` have the forms of what goes in and out, `calls`
says who calls, and `texts` has rulebooks and prompts. Only these need the extra `mcp`. Each text
that they return depends only on what the assistant's seat can see.
"""

__all__ = ("__doc__",)  # an inner module: no name here is promised
