"""Vectors on a Chroma server, which no seal covers: whether it answers, and still has them."""

from __future__ import annotations

from eywa_fs.catalog import docs
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.generations.generation import Generation
from eywa_fs.index import chroma_server


def lacking(generation: Generation) -> str:
    """What the server lacks of a generation's vectors, in words; empty where it has them, or they
    are kept here. Only a look at numbers: what is being written makes them differ by a few.
    ``DependencyUnavailable`` where the server, or the catalog, does not answer."""
    server = generation.server
    if server is None:
        return ""
    chroma_server.refuse_silent(server)
    with generation.catalog().read() as connection:
        tenants = docs.largest_tenants(connection)
    for tenant_id, known in tenants.items():
        there = chroma_server.count(server, generation.collection(tenant_id))
        if 2 * there < known:
            return f"the server has {there} of the {known} vectors of the tenant {tenant_id}"
    return ""


def silent(generation: Generation) -> str:
    """Why the server with a generation's vectors cannot be used; empty where it answers, or they
    are kept here."""
    try:
        if generation.server is not None:
            chroma_server.refuse_silent(generation.server)
    except DependencyUnavailable as error:
        return str(error)
    return ""
