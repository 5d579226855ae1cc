"""Values as plain data and as JSON, for storage, clients and other languages.

Read `values` first, the codecs; then `conversion`, their documents. The document of a GameState
contains every hidden card; the document of a View contains none. `DOCUMENTS.schema` returns the
JSON Schema of all documents.

To add a kind of document, follow `Snapshot`:

1. The class, of attrs: each field has an annotation, with its limits from `gamekit/limits.py`. Most
   classes need nothing else.
2. `values`: a codec, if the document differs from the fields.
3. `conversion`: the class in `DOCUMENTS`, also under `written` if it is never read.
4. `tests/helpers/sample_documents.py`: an example, which the tests of all documents then try.
5. `docs/json.md`: its kind.

Monopoly and B'Twixt have their `DOCUMENTS` in their module `records`.
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
from westeros_intrigue.gamekit.packaging import names_of as _names_of

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


def __dir__() -> list[str]:
    return _names_of(__name__)
