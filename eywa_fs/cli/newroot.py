"""A new data root: its folder, a note for whoever finds it, and a file of settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eywa_fs.durable import make_folder
from eywa_fs.errors import TruthWriteError

README = """\
# A memory

This folder is the memory of an agent, kept by eywa-fs.

- `tenants/` is the truth: plain text, one JSON object a line, one file for each tenant, user,
  session and day. Read it, copy it, add lines. Do not change any: what rests on a changed line is
  refused until the index follows. `eywa update` corrects a record, `eywa delete` takes it back,
  `eywa erase` takes it away for good with everything that was derived from it. A line that is
  taken out by hand is out of answers at once, and out of the index after `eywa repair --apply`.
- `audit/` says what the program did on its own account.
- `.index/` is derived from `tenants/`. It may be deleted at any time: `eywa rebuild` makes it anew.
- `config.yaml`, if it is there, holds settings.

    eywa --root THIS_FOLDER search "..."    finds records, each proved against its line
    eywa --root THIS_FOLDER verify          compares the files with the index
    eywa --root THIS_FOLDER doctor          looks for what may be wrong
"""

CONFIG_HEADER = """\
# Settings of this memory, with their defaults. To change one, remove the "# " in front of it and of
# its section. Environment variables win over this file: EYWA_EMBEDDING__BACKEND=minilm.
"""


def make_root(root: Path, with_config: bool) -> list[str]:
    """Make what is missing, names of what was made; ``TruthWriteError`` where it cannot be made."""
    made = []
    try:
        if not root.is_dir():
            make_folder(root)
            made.append("the folder")
        if not (root / "tenants").is_dir():
            make_folder(root / "tenants")
            made.append("tenants")
        texts = {"README.md": README}
        if with_config:
            texts["config.yaml"] = default_config()
        for name, text in texts.items():
            try:
                with (root / name).open("x", encoding="utf-8") as file:
                    file.write(text)
                made.append(name)
            except FileExistsError:
                pass  # it is theirs by now
    except OSError as error:
        raise TruthWriteError(
            f"{error.filename or root} cannot be made ({error.strerror}): choose another --root, "
            "or get write access to the folder above it"
        ) from None
    return made


def default_config() -> str:
    """A ``config.yaml`` in which every setting stands with its default, commented out."""
    import yaml
    from pydantic import BaseModel, SecretStr

    from eywa_fs.config import Settings

    def plain(value: Any) -> Any:
        if isinstance(value, BaseModel):
            return {name: plain(getattr(value, name)) for name in type(value).model_fields}
        return value.get_secret_value() if isinstance(value, SecretStr) else value

    lines = [CONFIG_HEADER]
    for name, field in Settings.model_fields.items():
        section = yaml.safe_dump({name: plain(field.get_default(call_default_factory=True))},
                                 allow_unicode=True, sort_keys=False)  # fmt: skip
        lines += [f"# {line}" for line in section.splitlines()] + [""]
    return "\n".join(lines)
