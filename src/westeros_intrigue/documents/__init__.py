"""Values as plain data and as JSON, for storage, for clients, and for other languages.

`to_data` and `to_json` write a value; `from_data` and `from_json` read it back, even from an
untrusted source. The document of a GameState contains all cards, hidden ones included. The document
of a View contains only what its player may know. The JSON Schema of all documents is the file
`schema/westeros-intrigue.schema.json` of the package, which `importlib.resources` can open.
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
