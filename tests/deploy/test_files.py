"""The files for hosting: they parse, and name what exists. Docker and Kubernetes themselves are not tried."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.architecture.places import ROOT

from ludoteka.server.settings import Settings
from ludoteka.server.web import operations

DEPLOY = ROOT / "deploy"
COMPOSE = ROOT / "compose.yaml"
KUBERNETES = DEPLOY / "kubernetes" / "ludoteka.yaml"
NGINX = DEPLOY / "nginx" / "ludoteka.conf.template"
NOT_OURS = {"LUDOTEKA_DATABASE_PASSWORD", "LUDOTEKA_DOMAIN"}  # for compose and the proxy, not for the server


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    return found


def manifests() -> dict[str, Any]:
    found = yaml.safe_load_all(KUBERNETES.read_text(encoding="utf-8"))
    return {one["kind"]: one for one in found}


def containers() -> Iterator[dict[str, Any]]:
    pod = manifests()["Deployment"]["spec"]["template"]["spec"]
    yield from (*pod["initContainers"], *pod["containers"])


def settings_of(values: dict[str, str]) -> Settings:
    """The settings as a server would read them; a name or a value that it does not know fails."""
    for name in values:
        assert name.removeprefix("LUDOTEKA_").lower() in Settings.model_fields, name
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setenv(name, value)
        return Settings()


def test_every_setting_that_a_file_names_exists() -> None:
    files = [COMPOSE, *(path for path in DEPLOY.rglob("*") if path.is_file())]
    named = {name for path in files for name in re.findall(r"LUDOTEKA_[A-Z_]+", path.read_text("utf-8"))}
    assert "LUDOTEKA_DATABASE" in named
    for name in named - NOT_OURS:
        assert name.removeprefix("LUDOTEKA_").lower() in Settings.model_fields, name


def test_the_servers_of_compose_read_their_settings() -> None:
    services = compose()["services"]
    for name in ("server-a", "server-b"):
        given = settings_of(services[name]["environment"])
        assert given.https
        assert not given.is_sqlite
        subnet = compose()["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert given.proxies == subnet  # the proxy is one of these


def test_the_proxy_of_compose_knows_the_servers_and_finds_its_files() -> None:
    services, text = compose()["services"], NGINX.read_text(encoding="utf-8")
    upstreams = re.findall(r"^ +server (\S+):8000", text, re.MULTILINE)
    assert set(upstreams) == {name for name in services if name.startswith("server-")}
    assert services["proxy"]["environment"]["NGINX_ENVSUBST_FILTER"] == "LUDOTEKA_DOMAIN"
    mounted = dict(volume.split(":")[:2] for volume in services["proxy"]["volumes"])
    assert (ROOT / "deploy/nginx").samefile(ROOT / next(iter(mounted)))
    for path in re.findall(r"ssl_certificate(?:_key)? (\S+)/\w+\.pem;", text):
        assert path in mounted.values()


def test_whatever_compose_waits_for_is_there() -> None:
    services = compose()["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source.startswith("./") or source in compose()["volumes"]


def test_kubernetes_reads_the_settings_and_asks_at_doors_that_exist() -> None:
    for container in containers():
        values = {one["name"]: one.get("value", "postgresql://db/ludoteka") for one in container["env"]}
        given = settings_of(values)
        assert given.https
        assert not given.is_sqlite
    (server,) = manifests()["Deployment"]["spec"]["template"]["spec"]["containers"]
    doors = {getattr(route, "path", None) for route in operations.router.routes}
    for probe in ("readinessProbe", "livenessProbe", "startupProbe"):
        assert server[probe]["httpGet"]["path"] in doors
        assert server[probe]["httpGet"]["port"] == server["ports"][0]["name"]
    assert server["ports"][0]["containerPort"] == Settings.model_fields["port"].default


def test_the_parts_of_kubernetes_fit_together() -> None:
    found = manifests()
    labels = found["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert found["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert found["Service"]["spec"]["selector"] == labels
    assert found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    backend = found["Ingress"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert backend["name"] == found["Service"]["metadata"]["name"]
    assert backend["port"]["name"] == found["Service"]["spec"]["ports"][0]["name"]


@pytest.mark.parametrize("path", [COMPOSE, KUBERNETES], ids=lambda path: Path(path).name)
def test_nobody_is_told_a_password(path: Path) -> None:
    assert not re.search(r"postgresql://\w+:(?!\$\{|\.\.\.)", path.read_text(encoding="utf-8"))


def test_the_image_installs_only_what_is_pinned_by_its_hash() -> None:
    commands = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    installs = re.findall(r"pip install ([^&\n]*)", commands)
    assert len(installs) >= 2
    for install in installs:
        assert "--require-hashes" in install or "--no-deps" in install, install
    for file in re.findall(r"-r \S*?(\w+\.txt)", commands):
        pinned = (ROOT / "requirements" / file).read_text("utf-8")
        assert pinned.count("--hash=sha256:") >= pinned.count("==") > 0


def test_the_help_names_pages_that_exist() -> None:
    told = (ROOT / "tests" / "golden" / "cli" / "help.txt").read_text("utf-8")
    pages = re.findall(r"docs/\S+?\.md", told)
    assert "docs/guide/hosting.md" in pages
    assert [page for page in pages if not (ROOT / page).is_file()] == []
