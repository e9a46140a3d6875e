import { createHmac } from "node:crypto";
import type { Store } from "../store.ts";
import type { MetaAccount } from "./chats.ts";
import { MetaError } from "./meta-error.ts";
import { META_APP_SECRET } from "./meta-state.ts";

const RETRY_MS = { least: 100, most: 10_000 };

type Waiting = { accountId: string; channel: MetaAccount["channel"]; event: Record<string, unknown> };

/**
 * Posts the events of pages to the app's webhook, and retries until it answers 200. Events of one account are sent in
 * order, one at a time; accounts are independent of each other.
 */
export class EventSender {
  /** How often each event is delivered; Meta delivers at least once. */
  times = 1;
  /** While true, events are kept until `release()` is called. */
  isHolding = false;
  readonly #address;
  readonly #waiting;
  readonly #sending = new Map<string, Promise<void>>();
  #count = 0;
  #hasStopped = false;

  constructor(store: Store) {
    this.#address = store.map<string>("metaWebhook");
    this.#waiting = store.map<Waiting>("metaEvents");
    for (const { accountId } of this.#waiting.values()) this.#send(accountId);
  }

  /** Registers the webhook, as the app's settings at Meta do; the webhook must first answer the challenge. */
  async subscribe(url: string, verifyToken: string): Promise<void> {
    const challenge = String(Math.floor(Math.random() * 2 ** 31));
    const query = { "hub.mode": "subscribe", "hub.verify_token": verifyToken, "hub.challenge": challenge };
    const answer = await fetch(`${url}?${new URLSearchParams(query)}`);
    if ((await answer.text()) !== challenge || !answer.ok)
      throw new MetaError(2_200, "The URL couldn't be validated. Response does not match challenge.");
    this.#address.set("url", url);
    this.release();
  }

  enqueue({ id: accountId, channel }: MetaAccount, event: Record<string, unknown>): void {
    this.#count += 1;
    this.#waiting.set(`${Date.now()}-${String(this.#count).padStart(9, "0")}`, { accountId, channel, event });
    this.#send(accountId);
  }

  /** Releases the held events; with `reversed`, the latest first. */
  release({ reversed = false } = {}): void {
    this.isHolding = false;
    if (reversed) {
      const waiting = [...this.#waiting].reverse();
      this.#waiting.clear();
      for (const [key, value] of waiting) this.#waiting.set(key, value);
    }
    for (const { accountId } of this.#waiting.values()) this.#send(accountId);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  stop(): void {
    this.#hasStopped = true;
  }

  #send(accountId: string): void {
    if (this.#sending.has(accountId) || this.isHolding) return;
    const sending = this.#sendAll(accountId).finally(() => this.#sending.delete(accountId));
    this.#sending.set(accountId, sending);
  }

  async #sendAll(accountId: string): Promise<void> {
    for (let failures = 0; !this.#hasStopped && !this.isHolding; ) {
      const url = this.#address.get("url");
      const next = [...this.#waiting].find(([, { accountId: of }]) => of === accountId);
      if (!url || !next) return;
      const [key, waiting] = next;
      if (await this.#deliver(url, waiting)) {
        this.#waiting.delete(key);
        failures = 0;
        continue;
      }
      const restMs = Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** failures);
      failures += 1;
      await new Promise<void>((resolve) => setTimeout(resolve, restMs).unref());
    }
  }

  async #deliver(url: string, { accountId, channel, event }: Waiting): Promise<boolean> {
    const entry = [{ id: accountId, time: Date.now(), messaging: [event] }];
    const body = JSON.stringify({ object: channel === "facebook" ? "page" : "instagram", entry });
    let isTaken = true;
    for (let time = 0; time < this.times; time++) isTaken = (await post(url, body)) && isTaken;
    return isTaken;
  }
}

export const signatureOf = (body: string | Uint8Array): string =>
  `sha256=${createHmac("sha256", META_APP_SECRET).update(body).digest("hex")}`;

/** Posts one event. Returns false if it has to be sent again. */
async function post(url: string, body: string): Promise<boolean> {
  const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(body) };
  return fetch(url, { method: "POST", headers, body }).then(
    ({ ok }) => ok,
    () => false,
  );
}
