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
