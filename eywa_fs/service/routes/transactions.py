"""Transactions: several decisions that take effect together, or not at all."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import Field

from eywa_fs.client import answers as ans
from eywa_fs.service.call import Call
from eywa_fs.service.headers import IdempotencyKey
from eywa_fs.service.routing import Routes
from eywa_fs.service.wire import OfUser, Reason, answer

transactions = Routes("memories")


class BeginAsked(OfUser):
    """Several decisions that take effect together, or not at all."""

    timeout_s: float = Field(60.0, gt=0, le=3600, description="Rolled back after as many seconds.")
    reason: Reason = ""


@transactions.serve("POST", "/v1/transactions", "write", status_code=201)
def begin(asked: BeginAsked, call: Call, idempotency_key: IdempotencyKey = None) -> ans.BegunGiven:
    """Begin a transaction; decisions name it as ``txId``."""
    name = call.memory.begin(
        **asked.given(), **call.ids, **call.by, idempotency_key=idempotency_key
    )
    return answer(ans.BegunGiven, tx_id=name)


TxPath = Annotated[str, Path(alias="txId", min_length=1, max_length=200)]


@transactions.serve("POST", "/v1/transactions/{txId}/commit", "write")
def commit(tx_id: TxPath, asked: OfUser, call: Call) -> ans.VersionsGiven:
    """Make all decisions of a transaction; the versions they made."""
    return answer(ans.VersionsGiven, versions=call.memory.commit(tx_id, **call.ids))


@transactions.serve("POST", "/v1/transactions/{txId}/rollback", "write")
def rollback(tx_id: TxPath, asked: OfUser, call: Call) -> ans.Answer:
    """Forget a transaction."""
    call.memory.rollback(tx_id, **call.ids)
    return answer(ans.Answer)
