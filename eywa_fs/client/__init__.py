"""A client of the HTTP service with the names of the façade: typed, blocking or for asyncio.

It needs httpx and nothing else of the product: importing it loads no other part.
"""

from eywa_fs.client.clients import AsyncEywaClient, EywaClient
from eywa_fs.client.connection import Retries
from eywa_fs.client.problems import ServiceError

__all__ = ["AsyncEywaClient", "EywaClient", "Retries", "ServiceError"]
