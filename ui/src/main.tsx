import { render } from "preact";
import { App } from "./app";
import { useBackend } from "./net/api";
import { startKeys } from "./state/keys";
import { startTheme } from "./state/prefs";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/panels.css";
import "./styles/board.css";
import "./styles/pages.css";

async function start(): Promise<void> {
  if (import.meta.env.DEV && new URLSearchParams(location.search).has("mock")) {
    const { mock } = await import("../mock/backend");
    useBackend(mock);
  }
  startTheme();
  startKeys();
  const root = document.getElementById("app");
  if (root) render(<App />, root);
}

void start();
