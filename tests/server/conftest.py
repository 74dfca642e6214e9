"""One server for the tests that only need some server."""

from collections.abc import Iterator

import pytest
from tests.server.serving import Served, serving, settings_for


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(settings_for(tmp_path_factory.mktemp("server"))) as found:
        yield found
