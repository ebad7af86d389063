"""What ``test.py`` runs once all is installed: ruff, mypy and the client's tsc and build side by side, then pytest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tools import bootstrap, changed, client

ROOT = bootstrap.ROOT
NO_TESTS = 5  # pytest's exit status when nothing was collected
LOUD = "*" * 100


def main(arguments: list[str]) -> int:
    """Run every check, print what failed and the totals; 0 only when all passed."""
    if arguments[:1] == ["--changed"]:
        return run_changed(arguments[1:])
    quick = "--quick" in arguments
    arguments = in_order([argument for argument in arguments if argument != "--quick"])
    failures = static_checks()
    status, report = run_pytest(arguments, quick)
    if status != 0:
        failures.append("pytest")
    if report.get("reasons", {}).get("no Chromium"):
        print(LOUD)
        print("NO CHROMIUM: the browser tests did not run. Install one, or name it in GOODORDER_CHROMIUM.")
        print(LOUD)
    if failures:
        print(f"FAILED: {', '.join(failures)}")
    print(totals(report), flush=True)
    return 1 if failures else 0


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


def static_checks() -> list[str]:
    """Run the checks that only read; returns the names of those that failed, after printing their output."""
    python = str(bootstrap.PYTHON)
    commands = {
        "ruff": [python, "-m", "ruff", "check", "--quiet", "."],
        "mypy": [python, "-m", "mypy"],
    }
    with ThreadPoolExecutor() as pool:
        running = {name: pool.submit(run_check, command) for name, command in commands.items()}
        if (client.UI / "package.json").exists():
            running["client"] = pool.submit(check_client)
        failed = []
        for name, future in running.items():
            status, output, seconds = future.result()
            print(f"{name}: {'ok' if status == 0 else 'FAILED'} ({seconds:.1f} s)", flush=True)
            if status != 0:
                failed.append(name)
                print(output.rstrip(), flush=True)
    return failed


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
    command += ["-n", "auto", "--dist=worksteal", "--benchmark-disable"]
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
