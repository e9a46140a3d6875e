import { randomUUID } from "node:crypto";
import type { Store } from "../store.ts";
import type { NoticeState, Provider } from "./charge.ts";
import type { PaymentState } from "./payment-state.ts";

const RETRY_MS = { least: 200, most: 10_000 };

/** A webhook, before it is signed. Each attempt is signed again, with the time of the attempt. */
export type Webhook = { event: string; body: string; query?: Record<string, string> };
export type SignedRequest = { query: Record<string, string>; headers: Record<string, string> };

export type Notice = Webhook & {
  id: string;
  provider: Provider;
  chargeId: string;
  url: string;
  state: NoticeState;
  /** How often it was answered with success. */
  times: number;
  /** The status of the last answer; 0: no answer, null: not sent yet. */
  lastStatus: number | null;
};

/** Posts the webhooks of the stand-ins and retries each until it is answered with success. */
export class Notices {
  readonly #notices;
  readonly #state;
  readonly #sign;
  readonly #onChange;
  #hasStopped = false;

  constructor(
    store: Store,
    state: PaymentState,
    sign: (provider: Provider, webhook: Webhook) => SignedRequest,
    onChange: () => void,
  ) {
    this.#notices = store.map<Notice>("paymentNotices");
    this.#state = state;
    this.#sign = sign;
    this.#onChange = onChange;
    for (const notice of this.#notices.values()) if (notice.state === "sending") void this.#send(notice.id);
  }

  listOf = (provider: Provider, chargeId: string): Notice[] =>
    [...this.#notices.values()].filter((notice) => notice.provider === provider && notice.chargeId === chargeId);

  find = (id: string): Notice | undefined => this.#notices.get(id);

  /** Adds a webhook and sends it at once, unless it is held. Without a registered address it stays held. */
  add(provider: Provider, chargeId: string, webhook: Webhook, { isHeld = false } = {}): void {
    const own = this.#state.find(provider, chargeId)?.webhookUrl;
    const url = own ?? (this.#state.address ? `${this.#state.address}/webhooks/${provider}` : "");
    const id = randomUUID();
    const state = isHeld || !url ? "held" : "sending";
    this.#notices.set(id, { ...webhook, id, provider, chargeId, url, state, times: 0, lastStatus: null });
    if (state === "sending") void this.#send(id);
  }

  /** Sends a held webhook, or the same one again. */
  async send(id: string): Promise<void> {
    const notice = this.#notices.get(id);
    if (!notice?.url || notice.state === "sending") return;
    this.#notices.set(id, { ...notice, state: "sending" });
    await this.#send(id);
  }

  stop(): void {
    this.#hasStopped = true;
  }

  async #send(id: string): Promise<void> {
    for (let failures = 0; !this.#hasStopped; failures++) {
      const notice = this.#notices.get(id);
      if (!notice) return;
      const lastStatus = await post(notice, this.#sign(notice.provider, notice));
      const isTaken = lastStatus >= 200 && lastStatus < 300;
      // A refusal is shown and not repeated: the same webhook would be refused again.
      const isRefused = lastStatus >= 400 && lastStatus < 500;
      this.#notices.set(id, {
        ...notice,
        lastStatus,
        times: notice.times + (isTaken ? 1 : 0),
        state: isTaken || isRefused ? "sent" : "sending",
      });
      this.#onChange();
      if (isTaken || isRefused) return;
      const restMs = Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** failures);
      await new Promise<void>((resolve) => setTimeout(resolve, restMs).unref());
    }
  }
}

/** Returns the status of the answer; 0: there was none. */
async function post({ url, body }: Notice, { query, headers }: SignedRequest): Promise<number> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  return fetch(address, init).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );
}
