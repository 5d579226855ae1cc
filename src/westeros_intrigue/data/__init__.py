"""Values as plain data and as JSON, for storage, for clients, and for other languages.

`to_data` and `to_json` write a value, `from_data` and `from_json` read it again, from anybody. One
distinction matters: the document of a GameState is omniscient, that of a View is what a player
may be sent. The JSON Schema of all documents is `schema/westeros-intrigue.schema.json` in the
package, to be opened with `importlib.resources`.
"""

from westeros_intrigue.data.codecs import Data
from westeros_intrigue.data.conversion import (
    DOCUMENTS,
    SCHEMA_VERSION,
    from_data,
    from_json,
    json_schema,
    to_data,
    to_json,
)
from westeros_intrigue.data.documents import Documents

__all__ = [
    "DOCUMENTS",
    "SCHEMA_VERSION",
    "Data",
    "Documents",
    "from_data",
    "from_json",
    "json_schema",
    "to_data",
    "to_json",
]
