"""The fusion's configuration from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from eywa_fs.errors import ConfigError
from eywa_fs.retrieval.defaults import Floor
from eywa_fs.retrieval.fusion import DEFAULT_WEIGHTS, FusionConfig, SourceWeights
from eywa_fs.retrieval.intent import Intent


def fusion_config(
    overrides: Mapping[str, Mapping[str, float]], floor: Floor | None = None
) -> FusionConfig:
    """The default constants with the weights of some intents replaced, and a floor.

    Args:
        overrides: intent → source (``exact``, ``semantic``, ``temporal``, ``recency``) → weight.

    Raises:
        ConfigError: an unknown intent or source, or a negative weight.
    """
    weights = dict(DEFAULT_WEIGHTS)
    for name, row in overrides.items():
        try:
            intent = Intent(name)
            weights[intent] = replace(weights[intent], **row)
        except (ValueError, TypeError):
            intents = ", ".join(intent.value for intent in Intent)
            sources = ", ".join(SourceWeights.__dataclass_fields__)
            raise ConfigError(
                f"retrieval.intent_weights.{name}: intents are {intents}; sources are {sources}"
            ) from None
        if min(row.values(), default=0.0) < 0:
            raise ConfigError(f"retrieval.intent_weights.{name}: weights cannot be negative")
    return FusionConfig(weights=weights, floor=floor)
