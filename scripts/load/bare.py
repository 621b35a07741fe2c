"""What a request costs without a memory: a route that takes one and returns fixed bytes.

python bare.py FILE-WITH-THE-ANSWER: prints its URL, then serves until it is killed.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Response

from eywa_fs.service.routes.agent import RetrieveAsked

ANSWER = Path(sys.argv[1]).read_bytes()
app = FastAPI()


@app.post("/v1/retrieve")
def retrieve(asked: RetrieveAsked) -> Response:
    """The same bytes, whatever was asked."""
    return Response(ANSWER, media_type="application/json")


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, log_level="error", access_log=False)
    uvicorn.Server(config).run([listening])
