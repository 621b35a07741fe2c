"""An embedder behind HTTP (``/v1/embeddings``) whose vectors are drawn from the text's hash.

Its vectors mean nothing: it is there to be killed while the service is under load. Prints its URL.
"""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import xxhash

DIMENSION = 64


class Embeddings(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Vectors for the texts of the request."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = asked["input"]
        made = [
            {"index": number, "embedding": vector_of(text)}
            for number, text in enumerate([texts] if isinstance(texts, str) else texts)
        ]
        body = json.dumps({"data": made, "model": asked["model"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def vector_of(text: str) -> list[float]:
    """A vector of length one."""
    drawn = np.random.default_rng(xxhash.xxh3_64_intdigest(text.encode())).standard_normal(
        DIMENSION
    )
    return [float(number) for number in drawn / np.linalg.norm(drawn)]


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embeddings)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
