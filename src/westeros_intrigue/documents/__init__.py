"""Values as plain data and as JSON, for storage, clients and other languages.

Read `values` first, the codecs; then `conversion`, their documents. The document of a GameState
contains every hidden card; the document of a View contains none. `DOCUMENTS.schema` returns the
JSON Schema of all documents.
"""

from westeros_intrigue.gamekit.packaging import publish as _publish

_publish(globals())
