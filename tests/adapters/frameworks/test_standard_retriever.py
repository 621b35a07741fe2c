"""LangChain's own tests for retrievers."""

from __future__ import annotations

from typing import Any

import pytest
from corpus import TINY_EN
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

from eywa_fs.adapters.langchain import EywaRetriever
from eywa_fs.memory import EywaMemory


@pytest.mark.frameworks
class TestRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    def filled(self, memory: EywaMemory) -> None:
        memory.append_many({"content": text} for text in TINY_EN)
        memory.index()
        self.memory = memory

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return EywaRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"memory": self.memory}

    @property
    def retriever_query_example(self) -> str:
        return "Where is the spare key?"
