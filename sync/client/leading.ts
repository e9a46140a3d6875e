import type { CollectionName, StreamEvent } from "../../contracts/sync.ts";
import type { DocumentDatabase } from "./cache/documents.ts";
import { type Clock, repeatEvery } from "./clock.ts";
import type { ApiFetch, OpenStream } from "./desk-types.ts";
import { createLink } from "./link.ts";
import type { CacheDatabase, OutboxDatabase } from "./local/databases.ts";
import type { createLeft } from "./local/left.ts";
import { forgetLostChats } from "./local/lost-chats.ts";
import type { createMedia } from "./local/media.ts";
import type { StorageMeter } from "./local/space.ts";
import { createAnsweredPull } from "./outbox/answered-pull.ts";
import { startSender } from "./outbox/sender.ts";
import { createSettling } from "./outbox/settling.ts";
import type { OutboxStore } from "./outbox/store.ts";
import { gatherPokes } from "./pokes.ts";
import { isFirstSyncDone } from "./pull/first-page.ts";
import type { FirstRows } from "./pull/first-rows.ts";
import type { PulledPage } from "./pull/pages.ts";
import { startReplication } from "./pull/replication.ts";
import type { LinkState } from "./status.ts";
import { onHide, onOffline, onWake } from "./tabs/wakes.ts";
import type { ThreadCollection } from "./thread-kinds.ts";
import { startUpkeep } from "./upkeep.ts";

export type LeadingDeps = {
  documents: DocumentDatabase;
  cache: CacheDatabase;
  store: OutboxStore;
  media: ReturnType<typeof createMedia>;
  left: ReturnType<typeof createLeft>;
  chatDrafts: OutboxDatabase["chatDrafts"];
  apiFetch: ApiFetch;
  /** `apiFetch` for parts of files. */
  uploadFetch: ApiFetch;
  openStream: OpenStream;
  clock: Clock;
  meter: StorageMeter | null;
  pageLimit: number;
  firstPage: Promise<PulledPage | null>;
  firstRows: FirstRows;
  onLink(link: LinkState): void;
};
export type Leading = ReturnType<typeof startLeading>;

const RESYNC_MS = 60_000;

/** The work of the leading tab for all tabs: pulling, sending and the live channel. */
export function startLeading(deps: LeadingDeps) {
  const { cache, store, media, left, clock } = deps;
  const positions = new Map<CollectionName, number>();
  let forgetting: Promise<void> = Promise.resolve();
  const report = (error: unknown) => console.error(error);
  const settling = createSettling({ store, media, positions });
  const link = createLink({ cache, clock, onLink: deps.onLink, onBack: hurry });

  const replication = startReplication({
    ...deps,
    limit: deps.pageLimit,
    onPosition(collection, rev) {
      positions.set(collection, Math.max(rev, positions.get(collection) ?? 0));
      settling.settle();
    },
    onCaughtUp(collection, isCaughtUp) {
      if (isCaughtUp && collection === "chats") forgetting = forgetting.then(() => forgetLostChats(deps)).catch(report);
      link.noteCaughtUp(collection, isCaughtUp);
    },
    onLink: link.noteUp,
    onReset: (collection) => void positions.delete(collection),
    onTooOld: () => void store.sendAnsweredAgain(),
  });

  const pokes = gatherPokes(clock, pullTo);
  const answers = createAnsweredPull({ clock, pull: pullTo });

  /** Pulls what is behind that revision. */
  function pullTo(names: readonly CollectionName[], rev: number) {
    const behind = names.filter((name) => (positions.get(name) ?? 0) < rev);
    if (behind.length > 0) replication.resync(behind, rev);
  }

  const sender = startSender({ ...deps, onDone: left.add, onAnswered: answers.pull, onLink: link.noteUp });

  const stopUpkeep = startUpkeep({ ...deps, replication, unsettled: settling.unsettled });
  const outbox = store.records$.subscribe((records) => {
    settling.settle(records);
    sender.nudge();
  });
  const closeStream = deps.openStream(onStreamEvent, (up) => {
    if (up) return hurry();
    answers.streamEnded();
    replication.forgetTaken();
    replication.resync();
  });
  const stopWaking = onWake(hurry);
  const stopHiding = onHide(() => sender.nudge());
  const stopOffline = onOffline(() => {
    sender.pause();
    link.set({ linkUp: false });
  });
  const stopResyncs = repeatEvery(clock, RESYNC_MS, () => replication.resync());
  void isFirstSyncDone(cache).then((done) => {
    if (done) link.set({ firstSyncDone: true });
  });

  function onStreamEvent(event: StreamEvent) {
    if (event.type === "poke") {
      pokes.poke(event.collections, event.rev);
      sender.hurry();
    } else if (event.type === "changes") {
      answers.streamBrings();
      replication.take(event);
      sender.hurry();
    } else if (event.type === "scope") replication.resync();
  }

  /** The network may be back: pulls everything and sends the outbox immediately. */
  function hurry() {
    replication.resync();
    sender.signedIn();
    sender.hurry();
  }

  deps.onLink(link.get());
  return {
    link: link.get,
    nudge: () => sender.nudge(),
    hurry,
    resync: (names?: readonly CollectionName[]) => replication.resync(names),
    fetchThreads: (collection: ThreadCollection, ids: string[]) => replication.fetchThreads(collection, ids),
    async stop() {
      stopResyncs();
      stopUpkeep();
      stopWaking();
      stopHiding();
      stopOffline();
      closeStream();
      pokes.stop();
      answers.stop();
      outbox.unsubscribe();
      await Promise.all([replication.stop(), sender.stop()]);
      await settling.done();
      await forgetting;
    },
  };
}
