"""The JSON Schema of the messages."""

from __future__ import annotations

from westeros_intrigue.data.codecs import Schema, merged
from westeros_intrigue.web.answers import ANSWERS
from westeros_intrigue.web.requests import REQUESTS


def protocol_schema() -> Schema:
    """Return the JSON Schema of all messages: `request` and `answer` are among its definitions."""
    definitions = {
        **merged(REQUESTS, ANSWERS),
        "request": REQUESTS.schema,
        "answer": ANSWERS.schema,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:westeros-intrigue:messages:1",
        "title": "Messages between the page and the engine of Westeros Intrigue",
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
        "$defs": dict(sorted(definitions.items())),
    }
