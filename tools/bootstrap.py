"""Sets a clone up: ``.venv``, the pinned packages, the project itself, the browser client.

Shared by ``play.py`` and ``test.py``; standard library only. When nothing changed since the last time
it costs a few milliseconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools import client, pipconfig, sight

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
SCRIPTS = VENV / ("Scripts" if WINDOWS else "bin")
SUFFIX = ".exe" if WINDOWS else ""
PYTHON = SCRIPTS / f"python{SUFFIX}"
UV = SCRIPTS / f"uv{SUFFIX}"
STAMP = VENV / "goodorder-stamp.json"
SIGHT_STAMP = VENV / "goodorder-sight"
REQUIREMENTS = ROOT / "requirements"
PURPOSES = ("uv", "play", "test")  # each includes those before it; test.txt holds all of play.txt
NO_VENV = "the set-up needs Python's venv module or pip; install one package: {package}"


class SetupError(Exception):
    """The clone can't be set up; the text says what to do."""


def main_setup(purpose: str) -> subprocess.Popen[bytes] | None:
    """Set up for ``play`` or ``test``; on failure print one message and end the program with status 1.

    Returns the process that still makes lines of sight ready, None where they are. ``play`` never waits for it; the
    checks do before the first test, to measure the program as it runs later. ``test`` leaves the browser client to its
    checks too, so that a client that can't be built hides no other result.
    """
    try:
        set_up(purpose)
        preparing = sight.begin(PYTHON, SIGHT_STAMP)
        if purpose == "play":
            build_client()
            if preparing is not None:
                say("lines of sight are compiled beside the game; for a minute or two they take a little longer")
        return preparing
    except (SetupError, client.ClientError) as error:
        sys.exit(f"goodorder: {error}")
    except KeyboardInterrupt:
        sys.exit("goodorder: set-up interrupted; start again to go on where it stopped")


def set_up(purpose: str) -> None:
    """Install everything that ``purpose`` needs, unless the stamp says that it is there.

    Raises:
        SetupError: no venv, or the packages can't be installed.
    """
    if is_ready(purpose):
        return
    with locked():
        if not is_ready(purpose):
            install_everything(purpose)


def build_client() -> None:
    """Build the browser client unless it is that of the present sources.

    Raises:
        SetupError: Node can't be installed.
        tools.client.ClientError: the browser client can't be built.
    """
    if client.is_fresh():
        return
    with locked():
        if not client.is_fresh():
            node = node_for_client()
            with step("building the browser client"):
                client.build(lambda: node)


def install_everything(purpose: str) -> None:
    say(f"setting up in {VENV} (only the first time and after updates)")
    if not PYTHON.exists():
        with step("making the virtual environment"):
            make_venv()
    environment = {**os.environ, **pipconfig.for_uv(pip_command(), os.environ)}
    uv_works = is_ready("uv") and UV.exists()
    if not uv_works:
        with step("installing uv"):
            uv_works = install_uv()
    with step("installing the packages"):
        install(["--require-hashes", "-r", str(REQUIREMENTS / f"{purpose}.txt")], environment, uv_works)
    with step("installing goodorder itself"):
        install(["--no-deps", "--no-build-isolation", "--editable", str(ROOT)], environment, uv_works)
    done = ["uv", "play", purpose] if uv_works else ["play", purpose]
    stamps = {**read_stamps(), **{name: wanted_stamp(name) for name in done}}
    STAMP.write_text(json.dumps(stamps), encoding="utf-8")


def node_for_client() -> client.Node:
    """The Node that builds the client; installs the pinned Node package where the path has none."""
    found = client.node_on_path() or client.node_of_wheel(PYTHON)
    if found is None:
        environment = {**os.environ, **pipconfig.for_uv(pip_command(), os.environ)}
        with step("installing Node.js (none new enough on the path)"):
            install(["--require-hashes", "-r", str(REQUIREMENTS / "node.txt")], environment, UV.exists())
        found = client.find_node(PYTHON)
    return found


# Stamps


def wanted_stamp(purpose: str) -> str:
    """Digest of all that decides what is installed, and where: a moved clone is set up anew."""
    names = PURPOSES[: PURPOSES.index(purpose) + 1]
    files = [REQUIREMENTS / f"{name}.txt" for name in names]
    if purpose != "uv":
        files.append(ROOT / "pyproject.toml")
    total = hashlib.sha256(str(ROOT).encode())
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def read_stamps() -> dict[str, str]:
    try:
        stamps = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamps if isinstance(stamps, dict) else {}


def is_ready(purpose: str) -> bool:
    return PYTHON.exists() and read_stamps().get(purpose) == wanted_stamp(purpose)


# Steps


def make_venv() -> None:
    """Make ``.venv``, without pip where Python's own pip bundle is missing but a pip is at hand.

    Raises:
        SetupError: neither is there; one line names the package to install.
    """
    # A half-made or moved environment is replaced; --clear only ever empties .venv.
    command = [sys.executable, "-m", "venv", "--clear"]
    if importlib.util.find_spec("venv") is None:
        raise SetupError(NO_VENV.format(package=venv_package()))
    if importlib.util.find_spec("ensurepip") is None:
        if importlib.util.find_spec("pip") is None:
            raise SetupError(NO_VENV.format(package=venv_package()))
        command.append("--without-pip")
    run([*command, str(VENV)])


def venv_package() -> str:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return f"python{version}-venv (on Debian and Ubuntu: sudo apt install python{version}-venv)"


def pip_command() -> list[str]:
    """How to call pip for ``.venv``: its own, or that of the Python that runs this."""
    own = next(VENV.glob("Lib/site-packages/pip" if WINDOWS else "lib/python*/site-packages/pip"), None)
    return [str(PYTHON), "-m", "pip"] if own else [sys.executable, "-m", "pip", "--python", str(PYTHON)]


def install_uv() -> bool:
    """Put the pinned uv into ``.venv``; False where that fails (then pip does all the work)."""
    try:
        run([*pip_command(), "install", "--quiet", "--require-hashes", "-r", str(REQUIREMENTS / "uv.txt")])
    except SetupError as error:
        say(f"no uv here, going on with pip\n{error}")
        return False
    return UV.exists()


def install(arguments: list[str], environment: dict[str, str], uv_works: bool) -> None:
    """Install with uv, or with plain pip where uv is missing or fails.

    Raises:
        SetupError: pip failed too; the text ends with its last lines.
    """
    if uv_works:
        try:
            run([str(UV), "pip", "install", "--quiet", "--python", str(PYTHON), *arguments], environment)
            return
        except SetupError as error:
            say(f"uv could not install, trying pip\n{error}")
    run([*pip_command(), "install", "--quiet", *arguments])


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run a step from the project folder and keep its output for the error message.

    Raises:
        SetupError: it failed.
    """
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise SetupError(f"{shlex.join(command)} could not be started: {error}") from error
    if done.returncode != 0:
        tail = "\n".join(done.stdout.strip().splitlines()[-20:])
        raise SetupError(f"{shlex.join(command)} failed with exit status {done.returncode}:\n{tail}")


@contextlib.contextmanager
def step(what: str) -> Iterator[None]:
    """Print what is being done, and how long it took."""
    print(f"  {what} ... ", end="", flush=True, file=sys.stderr)
    began = time.perf_counter()
    try:
        yield
    except BaseException:
        print("failed", file=sys.stderr)
        raise
    print(f"{time.perf_counter() - began:.1f} s", file=sys.stderr)


def say(text: str) -> None:
    print(f"goodorder: {text}", flush=True, file=sys.stderr)


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Let one set-up at a time work in this folder; the system frees the lock when a process ends."""
    with open(ROOT / ".lock", "a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
