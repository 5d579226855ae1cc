"""Values as plain data and as JSON, for storage, clients and other languages.

Read `values` first, the codecs; then `conversion`, their documents. The document of a GameState
contains every hidden card; the document of a View contains none. `DOCUMENTS.schema` returns the
JSON Schema of all documents.
"""

from westeros_intrigue.documents.conversion import (
    DOCUMENTS as DOCUMENTS,
    from_data as from_data,
    from_json as from_json,
    from_json_lines as from_json_lines,
    to_data as to_data,
    to_json as to_json,
    to_json_lines as to_json_lines,
)
from westeros_intrigue.gamekit.codecs import Data as Data
from westeros_intrigue.gamekit.documents import Documents as Documents
from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
