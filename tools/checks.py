"""What ``test.py`` runs once all is installed: ruff and the client's tsc and build, then pytest, with mypy beside them.

At the end stand the seconds of each part, and of pytest by folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

from tools import bootstrap, changed, client

ROOT = bootstrap.ROOT
NO_TESTS = 5  # pytest's exit status when nothing was collected
LOUD = "*" * 100


class Preparing(Protocol):
    """What goes on beside the checks that only read, and is waited for before the first test."""

    def wait(self) -> object: ...


def main(arguments: list[str], preparing: Preparing | None = None, began: float | None = None) -> int:
    """Run every check, print what failed, the seconds of each part and the totals; 0 only when all passed.

    ``began`` is when the set-up did, by ``time.perf_counter``.
    """
    began = time.perf_counter() if began is None else began
    spent = {"set-up": time.perf_counter() - began}
    os.environ.update(compiled_once(os.environ))
    if arguments[:1] == ["--changed"]:
        wait_for(preparing, spent)
        return run_changed(arguments[1:])
    quick = "--quick" in arguments
    arguments = in_order([argument for argument in arguments if argument != "--quick"])
    with ThreadPoolExecutor(1) as beside:
        types = beside.submit(run_check, [str(bootstrap.PYTHON), "-m", "mypy"])  # no test waits for it
        failures = static_checks(spent)
        wait_for(preparing, spent)
        tested = time.perf_counter()
        status, report = run_pytest(arguments, quick)
        spent["pytest"] = time.perf_counter() - tested
        if not passed("mypy", types.result(), spent):
            failures.append("mypy")
    if status != 0:
        failures.append("pytest")
    if report.get("reasons", {}).get("no Chromium"):
        print(LOUD)
        print("NO CHROMIUM: the browser tests did not run. Install one, or name it in GOODORDER_CHROMIUM.")
        print(LOUD)
    print(parts(spent, report.get("folders", {}), time.perf_counter() - began))
    if failures:
        print(f"FAILED: {', '.join(failures)}")
    print(totals(report), flush=True)
    return 1 if failures else 0


def compiled_once(environment: Mapping[str, str]) -> dict[str, str]:
    """What an environment wants so that compiled modules are kept, in ``.venv`` where Python is told to write none.

    Else every worker, and every program that a test starts, compiles all 600 anew: a second of processor time each.
    """
    if not environment.get("PYTHONDONTWRITEBYTECODE"):
        return {}
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(bootstrap.VENV / "bytecode")}


def wait_for(preparing: Preparing | None, spent: dict[str, float]) -> None:
    """Wait until lines of sight are compiled, where they are not yet."""
    if preparing is not None:
        began = time.perf_counter()
        with bootstrap.step("compiling lines of sight"):
            preparing.wait()
        spent["lines of sight"] = time.perf_counter() - began


def run_changed(arguments: list[str]) -> int:
    """Run ruff, mypy, and the tests and cases that the difference from a commit touches; 0 when all passed."""
    began = time.perf_counter()
    base = changed.base_of(arguments[0] if arguments else "")
    lines = changed.changed_lines(base)
    tests, rules, files = changed.tests_of(lines), changed.rules_of(lines), changed.case_files(lines)
    print(f"{len(lines)} files differ from {base[:12]}: {' '.join(tests)}; rules {' '.join(rules) or 'none'}")
    goodorder = [str(bootstrap.PYTHON), "-m", "goodorder"]
    named = [word for number in rules[: changed.MOST_RULES] for word in ("--rule", number)]
    commands = {
        "ruff": [str(bootstrap.PYTHON), "-m", "ruff", "check", "--quiet", "."],
        "mypy": [str(bootstrap.PYTHON), "-m", "mypy"],
        "tests": [str(bootstrap.PYTHON), "-m", "pytest", "-q", "-m", "not slow and not browser", *tests],
    }
    if named:
        commands["cases of rules"] = [*goodorder, "check", *named]
    if files:
        commands["changed cases"] = [*goodorder, "check", *files]
    failed = []
    with ThreadPoolExecutor(2) as pool:
        running = {name: pool.submit(run_check, command) for name, command in commands.items()}
        for name, future in running.items():
            status, output, seconds = future.result()
            none = name == "tests" and status == NO_TESTS
            print(f"{name}: {'ok' if status == 0 or none else 'FAILED'} ({seconds:.1f} s)", flush=True)
            if status != 0 and not none:
                failed.append(name)
                print(output.rstrip(), flush=True)
    if len(rules) > changed.MOST_RULES:
        print(f"the cases of {len(rules) - changed.MOST_RULES} more rules were not run: test.py runs all")
    verdict = f"FAILED: {', '.join(failed)}" if failed else "passed"
    print(f"{verdict} in {time.perf_counter() - began:.0f} s", flush=True)
    return 1 if failed else 0


def in_order(arguments: list[str]) -> list[str]:
    """The arguments with ``--order SEED`` in the words of pytest-randomly, which else is off."""
    if "--order" not in arguments:
        return arguments
    at = arguments.index("--order")
    seed = arguments[at + 1] if len(arguments) > at + 1 else ""
    if not seed.isdecimal():
        sys.exit(f"test.py: --order wants a number, the seed of the order, not {seed!r}")
    return [*arguments[:at], *arguments[at + 2 :], "-p", "randomly", "--randomly-seed", seed]


def static_checks(spent: dict[str, float]) -> list[str]:
    """Run ruff and the client's checks; returns the names of those that failed, after printing their output.

    The seconds of each go into ``spent``.
    """
    with ThreadPoolExecutor() as pool:
        ruff = [str(bootstrap.PYTHON), "-m", "ruff", "check", "--quiet", "."]
        running = {"ruff": pool.submit(run_check, ruff)}
        if (client.UI / "package.json").exists():
            running["client"] = pool.submit(check_client)
        return [name for name, future in running.items() if not passed(name, future.result(), spent)]


def passed(name: str, found: tuple[int, str, float], spent: dict[str, float]) -> bool:
    """Print what a check came to, with its output where it failed, and note its seconds; whether it passed."""
    status, output, spent[name] = found
    print(f"{name}: {'ok' if status == 0 else 'FAILED'} ({spent[name]:.1f} s)", flush=True)
    if status != 0:
        print(output.rstrip(), flush=True)
    return status == 0


def run_check(command: list[str]) -> tuple[int, str, float]:
    """Exit status, output and seconds of a command run in the project folder."""
    began = time.perf_counter()
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout, time.perf_counter() - began


def check_client() -> tuple[int, str, float]:
    """tsc over ``ui/`` and the client's build, after ``npm ci`` where the packages changed."""
    began = time.perf_counter()
    try:
        node = bootstrap.node_for_client()
        client.install_packages(node)
        types = client.run_npm(node, ["run", "--silent", "check"])
        status, output = types.returncode, types.stdout
        bootstrap.build_client()
    except (client.ClientError, bootstrap.SetupError) as error:
        status, output = 1, str(error)
    return status, output, time.perf_counter() - began


def run_pytest(arguments: list[str], quick: bool) -> tuple[int, dict[str, Any]]:
    """Run the tests on all cores; returns the exit status and the totals that ``tests/conftest.py`` wrote."""
    command = [str(bootstrap.PYTHON), "-m", "pytest", "-q", "-rs"]
    command += ["-n", str(workers(quick)), "--dist=worksteal"]
    if quick:
        command += ["-m", "not slow and not browser"]
    with tempfile.TemporaryDirectory(prefix="goodorder-test-") as folder:
        report = Path(folder, "report.json")
        environment = {**os.environ, "GOODORDER_TEST_REPORT": str(report)}
        if quick:  # fewer examples of what is drawn at random
            environment["GOODORDER_QUICK"] = "1"
        status = subprocess.run([*command, *arguments], cwd=ROOT, env=environment, check=False).returncode
        found = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    if status == NO_TESTS and not arguments:
        print("pytest collected nothing", file=sys.stderr)
    return status, found


def workers(quick: bool) -> int:
    """One more than there are cores, for tests of the web wait for a browser or a server a third of their time; what is
    quick waits for nothing.
    """
    return (os.cpu_count() or 1) + (not quick)


def parts(spent: dict[str, float], folders: dict[str, list[float]], whole: float) -> str:
    """How long each part took: a line for each, then one for each folder of tests, the longest first.

    ``folders`` holds the seconds of all workers of pytest together, the processor time within them, and how many tests
    there were.
    """
    lines = [f"{'part':18}{'seconds':>9}{'processor':>11}{'tests':>7}"]
    lines += [f"{name:18}{seconds:9.1f}" for name, seconds in spent.items()]
    for name, (seconds, processor, tests) in sorted(folders.items(), key=lambda one: -one[1][0]):
        lines.append(f"  {name:16}{seconds:9.1f}{processor:11.1f}{tests:7.0f}")
    return "\n".join([*lines, f"{'whole':18}{whole:9.1f}"])


def totals(report: dict[str, Any]) -> str:
    """The last two lines: the plain counts, and all that was run, skipped and played."""
    passed, skipped = report.get("passed", 0), report.get("skipped", 0)
    failed = report.get("failed", 0) + report.get("errors", 0)
    reasons = ", ".join(f"{reason} x{number}" for reason, number in sorted(report.get("reasons", {}).items()))
    why = f" ({reasons})" if reasons else ""
    return (
        f"{passed} passed, {failed} failed, {skipped} skipped\n"
        f"tests: {passed + failed} run, {skipped} skipped{why}, "
        f"games {report.get('games', 0)}, cases {report.get('cases', 0)}"
    )
