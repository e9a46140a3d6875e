import type { Logger } from "pino";
import type { SecretBox } from "../../../db/index.ts";
import { reportConnection } from "../../../domain/desk/connections/index.ts";
import { findLinkedAccount, forgetToken, type LinkedAccount } from "../../../domain/desk/meta/index.ts";
import type { PresenceNotice } from "../../../domain/desk/presence/index.ts";
import { type Graph, GraphError } from "../../../outside/graph/index.ts";
import type { ChannelEnd, ChannelMessaging, StatusReport } from "../../channel.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { backoffMs } from "../../concurrency/backoff.ts";
import type { ConnectorConfig } from "../../config.ts";
import type { HostedConnection } from "../../ownership/hosted-connection.ts";
import { Fenced, type Lease, requireLease } from "../../ownership/lease.ts";
import type { Pipeline } from "../../pipeline/pipeline.ts";
import type { PagePipelineParts } from "./page-pipeline.ts";

export type PageParts = {
  transactions: CompanyTransactions;
  box: SecretBox;
  graph: Graph;
  config: ConnectorConfig;
  logger: Logger;
  openPipeline(parts: Pick<PagePipelineParts, "lease" | "page" | "logger" | "onTrouble">): Pipeline;
};

/**
 * A page, or a page's Instagram account, while this process owns it: subscribed to our app, its token checked
 * regularly, and its messages received and sent. When the token is invalid, the connection reports it and waits for a
 * user.
 */
export class HostedPage implements HostedConnection {
  readonly lease: Lease;
  readonly #parts: PageParts;
  readonly #logger: Logger;
  readonly #onEnd: (end: ChannelEnd) => void;
  readonly #name: "facebook" | "instagram";
  #pipeline: Pipeline | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #failures = 0;
  #isSubscribed = false;
  #hasStopped = false;

  constructor(parts: PageParts, lease: Lease, name: "facebook" | "instagram", onEnd: (end: ChannelEnd) => void) {
    this.#parts = parts;
    this.#name = name;
    this.lease = lease;
    this.#onEnd = onEnd;
    this.#logger = parts.logger.child({ connectionId: lease.connectionId, epoch: lease.epoch });
  }

  get channel(): ChannelMessaging | undefined {
    return this.#pipeline?.channel;
  }

  async start(): Promise<void> {
    const account = await this.#account();
    if (account && !this.#hasStopped)
      this.#pipeline = this.#parts.openPipeline({
        lease: this.lease,
        page: { ...account, channel: this.#name },
        logger: this.#logger,
        onTrouble: () => this.#next(0),
      });
    this.#next(0);
  }

  async stop(drainMs = 0): Promise<void> {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#pipeline?.stop(drainMs);
  }

  async logOut(): Promise<void> {
    await this.stop();
    const { transactions, graph } = this.#parts;
    const account = await this.#account();
    const { isPageInUse } = await transactions.runAndNumber(this.lease.companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      await reportConnection(ctx, this.lease.connectionId, { status: "DISCONNECTED", reason: null });
      return forgetToken(ctx, this.lease.connectionId);
    });
    if (!account || isPageInUse) return;
    await graph.unsubscribe(account.pageId, account.token).catch((error) => {
      // Further events of the page match no connection.
      this.#logger.warn({ event: "page_unsubscribe_failed", err: error }, "Page subscription was not removed");
    });
  }

  wake(): void {
    this.#pipeline?.outbox.wake();
    this.#pipeline?.inbox.wake();
  }

  onPresence(notice: PresenceNotice): void {
    this.#pipeline?.typing.agent(notice);
  }

  #next(afterMs: number): void {
    if (this.#hasStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Runs one check at a time.
      this.#looking = this.#looking
        .then(() => this.#check())
        .catch((error) => {
          if (error instanceof Fenced) return this.#onEnd({ why: "fenced" });
          this.#logger.warn({ event: "page_check_failed", err: error }, "Page check failed; retrying");
          this.#next(this.#pauseMs());
        });
    }, afterMs);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    if (this.#hasStopped) return;
    const account = await this.#account();
    if (!account) return this.#end({ status: "DISCONNECTED", reason: "ERR_META_LINK_AGAIN" });
    try {
      await this.#ask(account);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      this.#logger.warn(
        { event: "graph_refused", err: error, code: error.code, subcode: error.subcode },
        "Graph API refused the request",
      );
      this.#pipeline?.close();
      if (!error.isPassing) return this.#end({ status: "DISCONNECTED", reason: error.reason });
      this.#failures += 1;
      await this.#report({ status: "TIMEOUT", reason: error.reason, retries: this.#failures });
      return this.#next(this.#pauseMs());
    }
    this.#failures = 0;
    await this.#report({ status: "CONNECTED", reason: null, retries: 0 });
    if (!this.#hasStopped) this.#pipeline?.outbox.open();
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

  /** At least `backoffMs.least`, with jitter, so that many pages do not reconnect at the same moment. */
  #pauseMs = () => this.#parts.config.backoffMs.least + backoffMs(this.#failures, this.#parts.config.backoffMs);

  #account(): Promise<LinkedAccount | null> {
    const { transactions, box } = this.#parts;
    return transactions.run(this.lease.companyId, (ctx) => findLinkedAccount(ctx, box, this.lease.connectionId));
  }

  /** Reports of a former owner are fenced off. */
  async #report(report: StatusReport): Promise<void> {
    await this.#parts.transactions.runAndNumber(this.lease.companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      await reportConnection(ctx, this.lease.connectionId, report);
    });
  }
}
