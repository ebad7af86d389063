/** The line to the game: a WebSocket with numbered requests, or anything that behaves like it. */

import { signal, type Signal } from "@preact/signals";
import type { ErrorDoc, Requests } from "../protocol";

export type LinkStatus = "connecting" | "open" | "lost" | "displaced";

export type ServerMessage = { type: string; rid?: number; [key: string]: unknown };

export interface Channel {
  status: Signal<LinkStatus>;
  /** Sends a request; resolves with the result, rejects with a Refusal. */
  request<K extends keyof Requests>(type: K, asks: Requests[K]["asks"]): Promise<Requests[K]["result"]>;
  onMessage: (message: ServerMessage) => void;
  reopen(): void;
  close(): void;
}

/** The server's refusal of one request, with the rule it stands on. */
export class Refusal extends Error {
  readonly kind: string;
  readonly rule: string | null;

  constructor(error: Omit<ErrorDoc, "rule"> & { rule: string | null }) {
    super(error.message);
    this.kind = error.kind;
    this.rule = error.rule;
  }
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (reason: Refusal) => void;
}

const RETRY_MS = [300, 700, 1500, 3000, 5000];

/** First close code of those that mean: do not come back by yourself (another tab took the game). */
const DISPLACED_FROM = 4000;

export class SocketChannel implements Channel {
  readonly status = signal<LinkStatus>("connecting");
  onMessage: (message: ServerMessage) => void = () => undefined;
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextRid = 1;
  private tries = 0;
  private timer = 0;
  private closed = false;

  /** `tokens` are offered beside the subprotocol: a browser can send no header of its own here. */
  constructor(private readonly address: string, private readonly tokens: () => string[] = () => []) {
    this.open();
  }

  reopen(): void {
    this.tries = 0;
    this.closed = false;
    window.clearTimeout(this.timer);
    this.open();
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
    this.failAll("The game was left.");
  }

  request<K extends keyof Requests>(type: K, asks: Requests[K]["asks"]): Promise<Requests[K]["result"]> {
    const rid = this.nextRid++;
    return new Promise((resolve, reject) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        reject(new Refusal({ kind: "offline", rule: null, message: "The server does not answer just now." }));
        return;
      }
      this.waiting.set(rid, { resolve: resolve as (value: unknown) => void, reject });
      this.socket.send(JSON.stringify({ type, rid, ...asks }));
    });
  }

  private open(): void {
    const old = this.socket;
    if (old) {
      old.onclose = null;
      old.close();
    }
    const socket = new WebSocket(this.address, ["goodorder", ...this.tokens()]);
    this.socket = socket;
    socket.onopen = () => {
      this.status.value = "open";
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => {
      this.failAll("The connection broke before an answer came.");
      if (this.closed) return;
      if (event.code >= DISPLACED_FROM) {
        this.status.value = "displaced";
        return;
      }
      this.status.value = "lost";
      const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)] ?? 5000;
      this.timer = window.setTimeout(() => this.open(), wait);
    };
  }

  private receive(message: ServerMessage): void {
    if (message.type !== "reply") {
      // Only a server that speaks is well again; one that opens and closes is asked ever more rarely.
      this.tries = 0;
      this.onMessage(message);
      return;
    }
    const waiting = this.waiting.get(message.rid ?? -1);
    if (!waiting) return;
    this.waiting.delete(message.rid ?? -1);
    if (message.ok) waiting.resolve(message.result);
    else waiting.reject(new Refusal(message.error as ErrorDoc));
  }

  private failAll(message: string): void {
    const lost = new Refusal({ kind: "offline", rule: null, message });
    for (const waiting of this.waiting.values()) waiting.reject(lost);
    this.waiting.clear();
  }
}
