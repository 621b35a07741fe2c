"""The files of ``deploy/``: what they run, ask and measure is there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from docs.documents import PROJECT
from docs.test_documented_commands import problem
from docs.test_references import settings
from service.samples import ROUTES

from eywa_fs.service.metrics import GAUGES, Metrics

DEPLOY = PROJECT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def documents(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))


def objects(kind: str) -> dict[str, Any]:
    """The one object of a kind in the Kubernetes file."""
    [found] = [one for one in documents("kubernetes.yaml") if one["kind"] == kind]
    return dict(found)


def started() -> Iterator[str]:
    """Every command line that a file runs, or tells somebody to run."""
    for file in FILES:
        for line in file.read_text(encoding="utf-8").splitlines():
            if found := re.search(r"(?:^|[\s']|bin/)(eywa (?:--root |[a-z])[^';]*)", line):
                yield found[1]
    yield "eywa " + shlex.join(json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.M)[-1]))
    yield "eywa " + shlex.join(documents("compose.yaml")[0]["services"]["eywa"]["command"])
    [container] = objects("Deployment")["spec"]["template"]["spec"]["containers"]
    yield "eywa " + shlex.join(container["args"])


def test_commands_and_options_exist() -> None:
    lines = list(started())
    serving = [line for line in lines if " serve " in line]
    assert len(serving) == 4 and len(lines) >= 7, lines
    assert [found for line in lines if (found := problem(line))] == []


def test_settings_in_the_environment_exist() -> None:
    known = {f"EYWA_{key.upper().replace('.', '__')}" for key in settings()}
    for file in FILES:
        named = set(re.findall(r"EYWA_\w+", file.read_text(encoding="utf-8")))
        assert named <= known | {"EYWA_ROOT"}, file.name


def test_what_is_asked_over_http_exists() -> None:
    paths = {path for _, path in ROUTES}
    for file in FILES:
        asked = set(re.findall(r"/v1/[a-z]+", file.read_text(encoding="utf-8")))
        assert asked <= paths, file.name


def test_measurements_that_are_used_are_given() -> None:
    metrics = Metrics()
    metrics.request("POST", "/v1/turns", 200, 0.1)
    metrics.refused("foreign")
    metrics.degraded("words_unavailable")
    given = set(
        re.findall(r"^(eywa_\w+)", metrics.text({name: [({}, 0.0)] for name in GAUGES}), re.M)
    )
    [rules] = documents("alerts.yaml")
    alerts = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    used = {name for text in (*alerts, *shown) for name in re.findall(r"eywa_\w+", text)}
    assert used <= given and used >= {f"eywa_{name}" for name in GAUGES}
    labels = {label for text in (*alerts, *shown) for label in re.findall(r'(\w+)=~?"', text)}
    assert labels <= {"job", "kind", "method", "reason", "route", "status"}


def test_one_replica_that_is_not_root_runs_over_one_volume() -> None:
    deployment = objects("Deployment")["spec"]
    assert deployment["replicas"] == 1 and deployment["strategy"]["type"] == "Recreate"
    pod = deployment["template"]["spec"]
    user = str(pod["securityContext"]["runAsUser"])
    assert f"USER {user}:" in DOCKERFILE and pod["securityContext"]["runAsNonRoot"] is True
    claims = [one["persistentVolumeClaim"] for one in pod["volumes"] if len(one) and one["name"]
              == "memory"]  # fmt: skip
    assert claims == [{"claimName": objects("PersistentVolumeClaim")["metadata"]["name"]}]
    [container] = pod["containers"]
    [port] = container["ports"]
    assert f"EXPOSE {port['containerPort']}" in DOCKERFILE
    assert objects("Service")["spec"]["ports"][0]["targetPort"] == port["name"]


def test_images_are_of_the_versions_that_are_tested() -> None:
    pinned = (PROJECT / ".ci" / "constraints.txt").read_text(encoding="utf-8")
    image = documents("compose.yaml")[0]["services"]["chroma"]["image"]
    assert f"chromadb=={image.rpartition(':')[2]}\n" in pinned
    for copied in re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.M):
        assert all((PROJECT / name).exists() for name in copied.split())


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = (DEPLOY / "eywa.service").read_text(encoding="utf-8")
    here = tmp_path / "eywa.service"
    here.write_text(unit.replace("/opt/eywa/bin/eywa", sys.executable), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)], capture_output=True, text=True
    )
    assert done.returncode == 0 and "eywa.service" not in done.stderr, done.stderr
