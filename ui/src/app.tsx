/** The page: the start, or a game with its board and panels. */

import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Board } from "./board/Board";
import { Fork } from "./board/Fork";
import { DiceShow } from "./board/DiceShow";
import { Legend } from "./board/Legend";
import { Closing } from "./pages/Closing";
import { HandOver } from "./pages/HandOver";
import { Help, RuleSearch } from "./pages/Help";
import { Start } from "./pages/Start";
import { Guide } from "./panels/Guide";
import { InfoStrip, Inspect } from "./panels/InfoStrip";
import { LogPanel } from "./panels/LogPanel";
import { NowPanel } from "./panels/NowPanel";
import { OrdersPanel } from "./panels/OrdersPanel";
import { PreviewPanel } from "./panels/PreviewPanel";
import { ReplayBar } from "./panels/ReplayBar";
import { SidesPanel } from "./panels/SidesPanel";
import { TopBar } from "./panels/TopBar";
import { Tray } from "./panels/Tray";
import { VictoryPanel } from "./panels/VictoryPanel";
import { Banners } from "./parts/Banners";
import { RulePopover } from "./parts/Rule";
import { sheet, SheetTabs } from "./parts/SheetTabs";
import { Toasts } from "./parts/Toasts";
import { closeGame, hello, openGame, shown, sideName } from "./state/game";
import { leftOpen } from "./state/prefs";
import { unchosen } from "./state/preview";
import { route } from "./state/route";

effect(() => {
  const state = shown.value;
  const game = hello.value;
  if (!game || !state) return;
  const mine = state.pending.kind === "choice" && state.menu !== null;
  document.title = `${mine ? "● " : ""}${sideName(state.pending.side)} · ${game.scenario.title}`;
});

/** What the table agreed on before the game. */
function TableRules() {
  const options = hello.value?.options;
  if (!options) return null;
  const words = [
    `Assistance ${options.assist}`,
    options.free_los ? "free LOS checks" : "no free LOS checks",
    options.practice ? "practice game" : "announced is announced",
  ];
  return <p class="table-rules soft">{words.join(" · ")}</p>;
}

function Game() {
  const { game, side } = route.value;
  useEffect(() => {
    if (game) openGame(game, side);
    return closeGame;
  }, [game, side]);
  const open = leftOpen.value;
  return (
    <div class={`game sheet-${sheet.value}${open ? "" : " narrow"}`}>
      <TopBar />
      <Banners />
      <Guide />
      <div class="middle">
        <aside class="left" aria-label="Sides and victory">
          <button class="quiet side-fold" aria-expanded={open} title={open ? "Fold this column" : "Sides and victory"} onClick={() => (leftOpen.value = !open)}>
            {open ? "‹" : "›"}
          </button>
          {open && (
            <>
              <VictoryPanel />
              <SidesPanel />
              <OrdersPanel />
              <TableRules />
            </>
          )}
        </aside>
        <div class="table">
          <div class="board-holder">
            <Board />
            <Fork />
            <DiceShow />
            <Toasts />
          </div>
          <Tray />
          <ReplayBar />
          <InfoStrip />
        </div>
        <aside class={`right${unchosen.value ? " idle" : ""}`} aria-label="Decision, preview and log">
          <NowPanel />
          <PreviewPanel />
          <LogPanel />
        </aside>
      </div>
      <SheetTabs />
      <RulePopover />
      <Inspect />
      <Help />
      <Legend />
      <RuleSearch />
      <HandOver />
      <Closing />
    </div>
  );
}

export function App() {
  if (route.value.game) return <Game />;
  return (
    <>
      <Start />
      <RulePopover />
      <Toasts />
    </>
  );
}
