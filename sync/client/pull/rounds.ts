import type { Checkpoint, CollectionName, Tombstone } from "../../../contracts/sync.ts";
import { backoffMs } from "../backoff.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { WorkList } from "../local/work.ts";
import type { ThreadPart, ThreadRow } from "../thread-kinds.ts";
import { yieldToInput } from "../yield-to-input.ts";
import { type CheckpointMemory, sameCheckpoint, tidy } from "./checkpoints.ts";
import type { PageSize } from "./page-size.ts";
import { type FetchPage, fetchThreads, type PulledPage } from "./pages.ts";
import type { Sweep } from "./sweep.ts";
import { createThreadPull, type ThreadPull, type ThreadStore } from "./threads.ts";
import { type RequestDeps, untilAnswered } from "./until-answered.ts";

export type CollectionDeps = RequestDeps & {
  apiFetch: ApiFetch;
  fetchPage: FetchPage;
  pageSize: PageSize;
  memory: CheckpointMemory;
  work: WorkList;
  /** Null: the collection has no threads. */
  threads: ThreadStore<ThreadRow> | null;
  sweep: Sweep;
  /** Called when everything up to this checkpoint is stored. */
  onPosition(checkpoint: Checkpoint): void;
  /** Called after a page was stored. The pull continues when it resolves. */
  onPage(phase: Checkpoint["phase"]): Promise<void>;
  onCaughtUp(): void;
  /** Called with a page before it is stored. */
  onDocuments(documents: readonly { id: string; _deleted?: boolean }[], phase: Checkpoint["phase"]): Promise<void>;
};

export type Stored = { id: string };
/** The documents of the collection on this device. */
export type LocalDocuments = { find(ids: string[]): Promise<Stored[]>; all(limit?: number): Promise<Stored[]> };
export type Round = {
  documents: (Stored & { _deleted?: boolean })[];
  checkpoint: Checkpoint | undefined;
  /** False: another round follows when the documents are stored. */
  isLast: boolean;
};

/** The rounds of one collection's pull: each returns the documents of one page, for RxDB to store. */
export class PullRounds {
  readonly #name: CollectionName;
  readonly #local: LocalDocuments;
  readonly #deps: CollectionDeps;
  readonly #signal: AbortSignal;
  readonly #threads: ThreadPull | null;
  /** The checkpoint of the last round that returned a page; null when it returned none. */
  #lastPageFrom: { checkpoint: Checkpoint | undefined } | null = null;
  /** The revision of the newest known change. */
  #newsTo = 0;
  /** Changes of unknown revisions may exist since the last request. */
  #mayHaveNews = false;
  /** The stored checkpoint after which the server had nothing more, and the revision at which that was. */
  #end: { stored: Checkpoint | undefined; rev: number } | undefined;
  #storeFailures = 0;
  /** The page that is being stored. */
  #storing: { documents: number; since: number } | null = null;

  constructor(name: CollectionName, local: LocalDocuments, deps: CollectionDeps, signal: AbortSignal) {
    this.#name = name;
    this.#local = local;
    this.#deps = deps;
    this.#signal = signal;
    const { threads, work } = deps;
    this.#threads =
      threads &&
      createThreadPull({
        ...threads,
        work,
        find: local.find,
        fetchWhole: async (ids) =>
          (await untilAnswered(() => fetchThreads(deps.apiFetch, threads.name, ids, signal), deps, signal)) ?? [],
      });
  }

  /** The next round requests changes up to this revision if they are not on the device; without one, any changes. */
  expectNews(rev = Number.POSITIVE_INFINITY) {
    this.#threads?.retryAll();
    if (rev === Number.POSITIVE_INFINITY) this.#mayHaveNews = true;
    else this.#newsTo = Math.max(this.#newsTo, rev);
  }

  async run(stored: Checkpoint | undefined): Promise<Round> {
    const deps = this.#deps;
    const from = stored && tidy(stored);
    await this.#waitAfterFailedStore(from);
    this.#measureStore();
    if (from) {
      await deps.onPage(from.phase);
      if (from.phase === "live") deps.onPosition(from);
      const drops = await this.#drops();
      if (drops.length > 0) return { documents: drops, checkpoint: from, isLast: false };
      if (this.#hasAllNews(from)) return this.#rest(from, from);
    }
    let at = await deps.memory.further(this.#name, from);
    if (!at) await this.#prepareBoot();
    while (!this.#signal.aborted) {
      const mightHaveNews = this.#mayHaveNews;
      // News may arrive again during the request.
      this.#mayHaveNews = false;
      this.#end = undefined;
      const page = await this.#fetch(at);
      if (mightHaveNews && page?.wasKept) this.#mayHaveNews = true;
      if (!page) break;
      const here = tidy(page.checkpoint);
      const isBehind = page.wasKept === true && (this.#mayHaveNews || this.#newsTo > here.rev);
      const isLast = !isBehind && (page.hasMore === false || sameCheckpoint(here, at));
      await yieldToInput();
      const documents = await this.#toStore(page, at);
      await yieldToInput();
      if (documents.length > 0) {
        this.#lastPageFrom = { checkpoint: from };
        this.#storing = { documents: documents.length, since: performance.now() };
        this.#end = isLast ? { stored: here, rev: here.rev } : undefined;
        return { documents, checkpoint: here, isLast: false };
      }
      if (isLast) return this.#caughtUp(from, here);
      at = here;
    }
    return { documents: [], checkpoint: stored, isLast: true };
  }

  #hasAllNews(from: Checkpoint): boolean {
    const end = this.#end;
    return end !== undefined && !this.#mayHaveNews && sameCheckpoint(from, end.stored) && this.#newsTo <= end.rev;
  }

  /** Everything up to `here` is stored, though RxDB knows only `from`. */
  async #caughtUp(from: Checkpoint | undefined, here: Checkpoint): Promise<Round> {
    const deps = this.#deps;
    if (!sameCheckpoint(here, from)) await deps.memory.remember(this.#name, from, here);
    this.#end = { stored: from, rev: here.rev };
    return this.#rest(from, here);
  }

  async #rest(from: Checkpoint | undefined, here: Checkpoint): Promise<Round> {
    const deps = this.#deps;
    const missing = from && this.#threads ? await this.#threads.fetchMissing() : [];
    if (missing.length > 0) return { documents: missing, checkpoint: from, isLast: false };
    if (here.phase === "live") deps.onPosition(here);
    deps.onCaughtUp();
    return { documents: [], checkpoint: from, isLast: true };
  }

  /**
   * A first boot finds no documents. Documents without a checkpoint come from a boot that stopped after its first
   * page, or from an incomplete purge: deletions since then are unknown, so documents that this boot does not return
   * are deleted.
   */
  async #prepareBoot() {
    const [present] = await this.#local.all(1);
    if (!present) return;
    await this.#deps.sweep.foresee(this.#name);
    this.#deps.sweep.begin(this.#name);
  }

  /** The same checkpoint as last time although a page came: that page could not be stored (full disk). */
  async #waitAfterFailedStore(from: Checkpoint | undefined) {
    const { waker, clock } = this.#deps;
    const failed = this.#lastPageFrom !== null && sameCheckpoint(this.#lastPageFrom.checkpoint, from);
    this.#lastPageFrom = null;
    this.#storeFailures = failed ? this.#storeFailures + 1 : 0;
    if (failed) await waker.sleep(backoffMs(this.#storeFailures, clock.random), this.#signal);
  }

  #measureStore() {
    const stored = this.#storing;
    this.#storing = null;
    if (stored) this.#deps.pageSize.stored(this.#name, stored.documents, performance.now() - stored.since);
  }

  /** Returns null when this replication has ended or is about to. */
  #fetch(at: Checkpoint | undefined): Promise<PulledPage | null> {
    const request = () => this.#deps.fetchPage(this.#name, at, this.#signal);
    return untilAnswered(request, this.#deps, this.#signal);
  }

  /** Converts a page into the documents to store; the last page of a boot also brings the sweep's tombstones. */
  async #toStore(page: PulledPage, at: Checkpoint | undefined): Promise<Round["documents"]> {
    const { sweep, onDocuments } = this.#deps;
    const isBoot = at?.phase !== "live";
    if (isBoot) sweep.saw(this.#name, page.documents);
    await onDocuments(page.documents, isBoot ? "boot" : "live");
    const documents: Round["documents"] = this.#threads
      ? await this.#threads.toStore(page.documents as unknown as (ThreadPart<ThreadRow> | Tombstone)[], { isBoot })
      : page.documents;
    if (!isBoot || page.checkpoint.phase !== "live") return documents;
    const swept = await sweep.finish(this.#name, () => this.#local.all());
    if (swept.length > 0) await onDocuments(swept, "live");
    return [...documents, ...swept];
  }

  /** Returns tombstones for the documents that this device is to drop. */
  async #drops(): Promise<Tombstone[]> {
    const { work } = this.#deps;
    const { drop } = await work.read(this.#name);
    if (drop.length === 0) return [];
    const present = await this.#local.find(drop);
    await this.#threads?.forgetFiles(present);
    if (present.length > 0) return present.map(({ id }) => ({ id, _deleted: true }));
    await work.done(this.#name, { drop });
    return [];
  }
}
