"""An index of packages on this machine: it takes uploads, lists files, and yanks versions.

It keeps to the rules that matter at a release: a file name is used once, what arrives must have the
digest that was sent, and a yanked version is found only by those who name it.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Mapping
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Self

REQUIRES = ">=3.11"
NAME = "westeros-intrigue"


class LocalIndex:
    """An index that keeps its files in a folder, and serves them while it is open.

    >>> import tempfile
    >>> with LocalIndex(Path(tempfile.mkdtemp())) as index:
    ...     index.files()
    []
    """

    def __init__(self, folder: Path) -> None:
        """Open the folder; one that is not there is made."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.downloads: list[str] = []
        """The names of the files that were fetched, in order."""
        self._yanked = folder / "yanked.json"

    def __enter__(self) -> Self:
        """Begin to serve."""
        handler = type("Handler", (_Handler,), {"served": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """End serving."""
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """Where it is."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    @property
    def simple(self) -> str:
        """The address for installers."""
        return f"{self.address}/simple/"

    def files(self) -> list[str]:
        """Return the names of the files that were uploaded."""
        return sorted(path.name for path in self.folder.iterdir() if path.suffix != ".json")

    def clear(self) -> None:
        """Forget all uploads, as a new index."""
        for path in self.folder.iterdir():
            path.unlink()

    def yanked(self) -> Mapping[str, str]:
        """Return the versions that were yanked, and why."""
        kept: Mapping[str, str] = (
            json.loads(self._yanked.read_text("utf-8")) if self._yanked.exists() else {}
        )
        return kept

    def yank(self, version: str, reason: str) -> None:
        """Yank a version: only who names it still finds it."""
        self._yanked.write_text(json.dumps({**self.yanked(), version: reason}), "utf-8")

    def keep(self, form: Mapping[str, bytes], name: str) -> str:
        """Keep an uploaded file; return why not, or nothing.

        >>> import tempfile
        >>> index = LocalIndex(Path(tempfile.mkdtemp()))
        >>> content = b"a wheel"
        >>> form = {"content": content, "sha256_digest": sha256(content).encode()}
        >>> index.keep(form, "a.whl"), index.keep(form, "a.whl")
        ('', 'File already exists: a.whl')
        >>> index.keep({**form, "content": b"half"}, "b.whl")
        'The digest of b.whl is another one'
        """
        path = self.folder / Path(name).name
        if path.exists():
            return f"File already exists: {path.name}"
        if sha256(form["content"]).encode() != form["sha256_digest"]:
            return f"The digest of {path.name} is another one"
        path.write_bytes(form["content"])
        return ""

    def page(self) -> str:
        """Return the page of the package, as installers read it."""
        yanked, rows = self.yanked(), []
        for name in self.files():
            digest = sha256((self.folder / name).read_bytes())
            version = version_of(name)
            marks = f' data-requires-python="{html.escape(REQUIRES)}"'
            if version in yanked:
                marks += f' data-yanked="{html.escape(yanked[version])}"'
            rows.append(f'<a href="/files/{name}#sha256={digest}"{marks}>{name}</a><br>')
        return "<!DOCTYPE html><html><body>" + "\n".join(rows) + "</body></html>"


class _Handler(BaseHTTPRequestHandler):
    served: LocalIndex

    def do_GET(self) -> None:
        """Answer an installer."""
        match self.path.strip("/").split("/"):
            case ["simple", found] if found == NAME:
                self._answer(200, self.served.page().encode(), "text/html")
            case ["files", name] if name in self.served.files():
                if self.command == "GET":
                    self.served.downloads.append(name)
                content = (self.served.folder / name).read_bytes()
                self._answer(200, content, "application/octet-stream")
            case _:
                self._answer(404, b"not here", "text/plain")

    do_HEAD = do_GET  # noqa: N815 - uv asks for the head before the file

    def do_POST(self) -> None:
        """Take an upload."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        form, name = parts_of(self.headers["Content-Type"], body)
        refusal = self.served.keep(form, name)
        self._answer(400 if refusal else 200, refusal.encode(), "text/plain")

    def _answer(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the standard library
        """Say nothing: the log of a rehearsal has what counts."""


def sha256(content: bytes) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(content).hexdigest()


def version_of(name: str) -> str:
    """Return the version in the name of a distribution.

    >>> version_of("a_b-1.0rc1.tar.gz"), version_of("a_b-1.0-py3-none-any.whl")
    ('1.0rc1', '1.0')
    """
    found = re.match(r"[^-]+-(.+?)(?:\.tar\.gz$|-)", name)
    return found[1] if found else ""


def parts_of(kind: str, body: bytes) -> tuple[dict[str, bytes], str]:
    """Return the fields of an uploaded form, and the name of its file."""
    message = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
    form, file = dict[str, bytes](), ""
    for part in message.get_payload():
        if isinstance(part, str):
            continue
        name = str(part.get_param("name", header="content-disposition"))
        content = part.get_payload(decode=True)
        form[name] = content if isinstance(content, bytes) else b""
        file = part.get_filename() or file
    return form, file
