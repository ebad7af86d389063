"""A bot in sixty lines that plays goodorder through a pipe, here against the computer player ``standard``.

It fires where an attack is likeliest to break somebody or worse, and for the rest takes the engine's own advice.
Run it with ``.venv/bin/python docs/examples/engine_bot.py first german``.
"""

import json
import subprocess
import sys

HARM = ("kia", "k", "break")


class Engine:
    """A ``goodorder engine`` at the other end of a pipe."""

    def __init__(self):
        command = [sys.executable, "-m", "goodorder", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, do, **fields):
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            raise RuntimeError(f"{do}: {reply['error']['message']}")
        return reply["result"]


def best_shot(engine, top):
    """The path of the attack by one unit that does most harm, and the chance that it harms anybody."""
    best, chance = None, 0.0
    for unit in (entry for entry in top if entry["kind"] == "unit" and not entry["leaf"]):
        for aim in engine.ask("menu", path=[unit["key"]])["entries"]:
            path = [unit["key"], aim["key"], "go"]
            if aim["kind"] != "hex" or aim["leaf"]:
                continue
            if not any(entry["key"] == "go" for entry in engine.ask("menu", path=path[:-1])["entries"]):
                continue
            found = engine.ask("preview", path=path)["preview"]
            harm = sum(odds["p"] for odds in found["odds"] if odds["class"] in HARM) if found else 0.0
            if harm > chance:
                best, chance = path, harm
    return best, chance


def play(scenario, side, seed=1):
    """Play a game to its end; returns what the engine says of it."""
    engine = Engine()
    engine.ask("new", scenario=scenario, seed=seed, side=side, opponent="standard")
    while (asked := engine.ask("pending"))["kind"] != "over":
        path, chance = best_shot(engine, engine.ask("menu")["entries"]) if asked["rule"].startswith("A8") else (None, 0)
        engine.ask("answer", path=path if chance > 0.15 else engine.ask("hint")["path"])
    engine.ask("quit")
    return asked


if __name__ == "__main__":
    print(play(*sys.argv[1:3])["text"])
