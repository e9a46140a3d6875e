import type { Logger } from "pino";
import type { SecretBox } from "../../db/index.ts";
import { reportConnection } from "../../domain/connections/index.ts";
import { findLinkedAccount, forgetToken, type Graph, GraphError, type LinkedAccount } from "../../domain/meta/index.ts";
import type { ChannelEnd, StatusReport } from "../channel.ts";
import type { ConnectorConfig } from "../config.ts";
import type { Desk } from "../desk.ts";
import type { Hosted } from "../hosted.ts";
import { Fenced, type Lease, requireLease } from "../lease.ts";
import { backoffMs } from "../whatsapp/disconnects.ts";

export type PageParts = { desk: Desk; box: SecretBox; graph: Graph; config: ConnectorConfig; logger: Logger };

/**
 * A page, or an Instagram account of one, while this process owns it: subscribed to our app, and its token tried now
 * and then. When the token is worth nothing any more, the connection says so and waits for a person.
 */
export class HostedPage implements Hosted {
  readonly lease: Lease;
  readonly #parts: PageParts;
  readonly #logger: Logger;
  readonly #onEnd: (end: ChannelEnd) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #failures = 0;
  #isSubscribed = false;
  #hasStopped = false;

  constructor(parts: PageParts, lease: Lease, onEnd: (end: ChannelEnd) => void) {
    this.#parts = parts;
    this.lease = lease;
    this.#onEnd = onEnd;
    this.#logger = parts.logger.child({ connectionId: lease.connectionId, epoch: lease.epoch });
  }

  async start(): Promise<void> {
    this.#next(0);
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async logOut(): Promise<void> {
    await this.stop();
    const { desk, graph } = this.#parts;
    const account = await this.#account();
    const { isPageInUse } = await desk.act(this.lease.companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      await reportConnection(ctx, this.lease.connectionId, { status: "DISCONNECTED", reason: null });
      return forgetToken(ctx, this.lease.connectionId);
    });
    if (!account || isPageInUse) return;
    await graph.unsubscribe(account.pageId, account.token).catch((error) => {
      // What Meta still sends of it finds nobody.
      this.#logger.warn({ err: error }, "the page is still subscribed");
    });
  }

  /** Nothing is sent over pages yet. */
  wake(): void {}
  hearPresence(): void {}

  #next(afterMs: number): void {
    if (this.#hasStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().catch((error) => {
        if (error instanceof Fenced) return this.#onEnd({ why: "fenced" });
        this.#logger.warn({ err: error }, "the page will be looked at again");
        this.#next(this.#pauseMs());
      });
    }, afterMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const account = await this.#account();
    if (!account) return this.#end({ status: "DISCONNECTED", reason: "ERR_META_LINK_AGAIN" });
    try {
      await this.#ask(account);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      this.#logger.warn({ err: error, code: error.code, subcode: error.subcode }, "Meta refused");
      if (!error.isPassing) return this.#end({ status: "DISCONNECTED", reason: error.reason });
      this.#failures += 1;
      await this.#report({ status: "TIMEOUT", reason: error.reason, retries: this.#failures });
      return this.#next(this.#pauseMs());
    }
    this.#failures = 0;
    await this.#report({ status: "CONNECTED", reason: null, retries: 0 });
    this.#next(this.#parts.config.pageCheckMs);
  }

  async #ask({ pageId, token }: LinkedAccount): Promise<void> {
    if (this.#isSubscribed) return this.#parts.graph.check(pageId, token);
    await this.#parts.graph.subscribe(pageId, token);
    this.#isSubscribed = true;
  }

  async #end(report: StatusReport): Promise<void> {
    await this.#report(report);
    this.#onEnd({ why: "stopped" });
  }

  /** At least a second apart, with jitter, so that many pages do not come back in step. */
  #pauseMs = () => this.#parts.config.backoffMs.least + backoffMs(this.#failures, this.#parts.config.backoffMs);

  #account(): Promise<LinkedAccount | null> {
    const { desk, box } = this.#parts;
    return desk.look(this.lease.companyId, (ctx) => findLinkedAccount(ctx, box, this.lease.connectionId));
  }

  /** Nothing that a former owner says about a connection counts. */
  async #report(report: StatusReport): Promise<void> {
    await this.#parts.desk.act(this.lease.companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      await reportConnection(ctx, this.lease.connectionId, report);
    });
  }
}
