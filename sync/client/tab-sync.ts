import type { DeskParts } from "./desk.ts";
import type { DeskOptions } from "./desk-types.ts";
import { type Leading, startLeading } from "./leading.ts";
import { followSentDrafts } from "./local/sent-drafts.ts";
import { leaderLockName, tabChannelName } from "./names.ts";
import { waitsForCompany } from "./outbox/company-wait.ts";
import { isQuiet, isStopped, isUnsent, type OutboxRecord } from "./outbox/entry.ts";
import { createMemorySender } from "./outbox/memory-sender.ts";
import { browserLocks } from "./platform.ts";
import { eventStream } from "./stream.ts";
import { openTabChannel } from "./tabs/channel.ts";
import { leadByLock, whenAborted } from "./tabs/leader.ts";
import type { ThreadCollection } from "./thread-kinds.ts";

/** Syncs with the server: in this tab, if it leads, else through the tab that does. */
export function startSync(options: DeskOptions, parts: DeskParts, onClose: () => Promise<void>) {
  const { user, locks = browserLocks() } = options;
  const { device, documents, store, left, status, stamps, clock } = parts;
  const { outboxDatabase, cache } = device;
  let leading: Leading | null = null;

  const tabs = openTabChannel(tabChannelName(user), (message) => {
    if (message.type === "link") status.set(message.link);
    else if (message.type === "close") void onClose();
    else if (message.type === "unstored") device.failed();
    else if (leading) {
      if (message.type === "hello") tabs.tell({ type: "link", link: leading.link() });
      else if (message.type === "nudge") leading.nudge();
      else if (message.type === "resync") leading.hurry();
      else if (message.type === "threads") void leading.fetchThreads(message.collection, message.ids);
    }
  });
  tabs.tell({ type: "hello" });
  const onAnswered = () => tabs.tell({ type: "resync" });
  const memorySender = createMemorySender({ ...parts, onDone: left.add, onAnswered });

  const counted = store.records$.subscribe((records) => {
    device.remember(records);
    status.set(countsOf(records, stamps.now()));
  });

  const lead = leadByLock(leaderLockName(user), locks, async (signal) => {
    await memorySender.stop();
    leading = startLeading({
      ...parts,
      cache,
      chatDrafts: outboxDatabase.chatDrafts,
      openStream: options.openStream ?? eventStream(),
      onLink(link) {
        status.set(link);
        tabs.tell({ type: "link", link });
      },
    });
    const stopFollowing = followSentDrafts(documents.collections.drafts, outboxDatabase, clock);
    await whenAborted(signal);
    await leading.stop();
    await stopFollowing();
    leading = null;
  });

  function nudge() {
    memorySender.nudge();
    if (leading) leading.nudge();
    else tabs.tell({ type: "nudge" });
  }

  return {
    nudge,
    resync: () => (leading ? leading.hurry() : tabs.tell({ type: "resync" })),
    fetchThreads(collection: ThreadCollection, ids: string[]) {
      if (leading) void leading.fetchThreads(collection, ids);
      else tabs.tell({ type: "threads", collection, ids });
    },
    /** Shows whether the device stores, and sends what only this page has. */
    takeStorage() {
      const stores = device.stores();
      status.set({ stores });
      memorySender.run(!stores && !leading);
      if (!stores) tabs.tell({ type: "unstored" });
      nudge();
    },
    closeOthers: () => tabs.tell({ type: "close" }),
    async stop() {
      counted.unsubscribe();
      await lead.release();
      await memorySender.stop();
      tabs.close();
    },
  };
}

function countsOf(records: readonly OutboxRecord[], now: number) {
  const shown = records.filter((record) => !isQuiet(record) && !waitsForCompany(record, now));
  return { waiting: shown.filter(isUnsent).length, refused: shown.filter(isStopped).length };
}
