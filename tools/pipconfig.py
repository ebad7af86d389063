"""Hands pip's configured package index to uv, by environment and at run time only.

uv doesn't read pip's configuration. Whoever has set pip up for a mirror, a company index or a folder of wheels should
not have to do it twice.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Mapping

LINE = re.compile(r"^(?P<section>:env:|[\w-]+)\.(?P<dots>\.?)(?P<key>[\w-]+)=(?P<value>.*)$")
# Later ones win, as in pip: the global section, the one of the command, the environment.
SECTIONS = {"global": 0, "install": 1, ":env:": 2}


def for_uv(pip: list[str], present: Mapping[str, str]) -> dict[str, str]:
    """Variables that make uv look where pip looks; what ``present`` (the environment) already sets for uv stays."""
    listed = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False)
    return {name: value for name, value in translate(parse(listed.stdout)).items() if name not in present}


def parse(listed: str) -> dict[str, list[str]]:
    """Options of ``pip config list``, each with its words, the strongest source of each.

    >>> parse("global.index-url='https://one.example/simple'\\n:env:.index-url='https://two.example/simple'")
    {'index-url': ['https://two.example/simple']}
    """
    found: dict[str, tuple[int, list[str]]] = {}
    for line in listed.splitlines():
        match = LINE.match(line.strip())
        if match is None or match["section"] not in SECTIONS:
            continue
        rank, key = SECTIONS[match["section"]], match["key"].replace("_", "-").removeprefix("default-")
        try:
            value = str(ast.literal_eval(match["value"]))
        except (ValueError, SyntaxError):
            value = match["value"]
        if key not in found or rank >= found[key][0]:
            found[key] = (rank, value.split())
    return {key: words for key, (_, words) in found.items()}


def translate(options: Mapping[str, list[str]]) -> dict[str, str]:
    """The same wishes as variables of uv.

    >>> translate({"find-links": ["/wheels", "/more"], "timeout": ["60"]})
    {'UV_FIND_LINKS': '/wheels,/more', 'UV_HTTP_TIMEOUT': '60'}
    """
    variables: dict[str, str] = {}

    def hand_over(option: str, *names: str, joined_by: str = " ") -> None:
        if options.get(option):
            variables.update(dict.fromkeys(names, joined_by.join(options[option])))

    hand_over("index-url", "UV_DEFAULT_INDEX")
    hand_over("extra-index-url", "UV_INDEX")
    hand_over("find-links", "UV_FIND_LINKS", joined_by=",")
    hand_over("timeout", "UV_HTTP_TIMEOUT")
    hand_over("trusted-host", "UV_INSECURE_HOST")
    hand_over("cert", "SSL_CERT_FILE")
    hand_over("client-cert", "SSL_CLIENT_CERT")
    hand_over("proxy", "HTTP_PROXY", "HTTPS_PROXY")
    hand_over("keyring-provider", "UV_KEYRING_PROVIDER")
    if options.get("no-index", ["0"])[0].lower() in {"1", "true", "yes", "on"}:
        variables["UV_NO_INDEX"] = "1"
    if "UV_INDEX" in variables:
        # pip takes a file from whichever index has it; every file is pinned by its digest, so uv may do the same.
        variables["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return variables
