"""Values as plain data and as JSON, for storage, clients and other languages.

Read `values` first, the codecs; then `conversion`, their documents. The document of a GameState
contains every hidden card; the document of a View contains none. `DOCUMENTS.schema` returns the
JSON Schema of all documents.
"""

from westeros_intrigue.documents.conversion import (
    DOCUMENTS,
    from_data,
    from_json,
    from_json_lines,
    to_data,
    to_json,
    to_json_lines,
)
from westeros_intrigue.gamekit.codecs import Data
from westeros_intrigue.gamekit.documents import Documents

__all__ = [
    "DOCUMENTS",
    "Data",
    "Documents",
    "from_data",
    "from_json",
    "from_json_lines",
    "to_data",
    "to_json",
    "to_json_lines",
]
