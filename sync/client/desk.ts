import type { DocumentDatabase } from "./cache/documents.ts";
import { openPulled } from "./cache/open-pulled.ts";
import { type Clock, systemClock, withServerTime } from "./clock.ts";
import type { DeskOptions, DeviceDesk } from "./desk-types.ts";
import { createDeskViews } from "./desk-views.ts";
import { deleteOlderCaches } from "./discard.ts";
import { IDLE_TIMEOUT_MS, UPLOAD_IDLE_TIMEOUT_MS, withIdleTimeout } from "./fetch-idle-timeout.ts";
import { type Leading, startLeading } from "./leading.ts";
import { openSealedWork } from "./leave-device.ts";
import { createAnswers } from "./local/answers.ts";
import type { CacheDatabase, OutboxDatabase } from "./local/databases.ts";
import { openDeviceStorage } from "./local/device-storage.ts";
import { localChatDraft, localDraft } from "./local/draft.ts";
import { createHistory } from "./local/history.ts";
import { takeLastTexts } from "./local/last-texts.ts";
import { createLeft } from "./local/left.ts";
import { createMedia } from "./local/media.ts";
import { followSentDrafts } from "./local/sent-drafts.ts";
import type { StorageMeter } from "./local/space.ts";
import { NotStoredError } from "./local/storage-failure.ts";
import { createUnsent } from "./local/unsent.ts";
import { documentsName, leaderLockName, tabChannelName } from "./names.ts";
import { waitsForCompany } from "./outbox/company-wait.ts";
import { isQuiet, isStopped, isUnsent, type OutboxRecord } from "./outbox/entry.ts";
import { createMemorySender } from "./outbox/memory-sender.ts";
import { createOutboxStore, type OutboxStore } from "./outbox/store.ts";
import { browserLocks, browserMeter, keepOnDisk, pageLimitHere } from "./platform.ts";
import { fetchFirstPage } from "./pull/first-page.ts";
import { createFirstRows } from "./pull/first-rows.ts";
import { scopeOf } from "./scope.ts";
import { createStatus, type SinceStore } from "./status.ts";
import { eventStream } from "./stream.ts";
import { openTabChannel } from "./tabs/channel.ts";
import { leadByLock, whenAborted } from "./tabs/leader.ts";
import { ticketThreads } from "./thread-kinds.ts";

const OFFLINE_SINCE = "offlineSince";

/**
 * Opens a user's data: the pulled documents, the outbox and, in one tab of the browser, the sync between them and the
 * server.
 */
export async function openDesk(options: DeskOptions): Promise<DeviceDesk> {
  const { user, clock = systemClock, locks = browserLocks(), idleMs = IDLE_TIMEOUT_MS } = options;
  const apiFetch = withIdleTimeout(options.apiFetch, { idleMs });
  const uploadFetch = withIdleTimeout(options.apiFetch, { idleMs: UPLOAD_IDLE_TIMEOUT_MS });
  const stamps = withServerTime(clock);
  const sending = { apiFetch, uploadFetch, clock };
  void deleteOlderCaches(user);
  const device = openDeviceStorage(user, clock);
  const { outboxDatabase, cache } = device;
  const pageLimit = options.pageLimit ?? pageLimitHere();
  const firstPage = fetchFirstPage(cache, apiFetch, pageLimit);
  const firstRows = createFirstRows();
  const [{ documents, search, ...pulled }] = await Promise.all([
    openPulled(user, device.failed, options.storage),
    device.open().then(() => openSealedWork(outboxDatabase, user, options.unsentKeys ?? [])),
  ]);
  const store = createOutboxStore(outboxDatabase, stamps, (command) => {
    if (device.stores() || status.get().linkUp || isQuiet(command)) return;
    options.onNotStored?.();
    throw new NotStoredError();
  });
  const media = createMedia({ media: device.media, store, apiFetch, clock });
  const history = createHistory(cache, ticketThreads, clock);
  const left = createLeft(cache, stamps);
  const status = createStatus(stamps.now, offlineSince(cache));
  const { records$ } = store;
  let leading: Leading | null = null;
  let closing: Promise<void> | null = null;

  const tabs = openTabChannel(tabChannelName(user), (message) => {
    if (message.type === "link") status.set(message.link);
    else if (message.type === "close") void close();
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
  const memorySender = createMemorySender({ ...sending, store, onDone: left.add, onAnswered });

  const counted = records$.subscribe((records) => {
    device.remember(records);
    status.set(countsOf(records, stamps.now()));
  });

  const lead = leadByLock(leaderLockName(user), locks, async (signal) => {
    await memorySender.stop();
    leading = startLeading({
      documents,
      cache,
      store,
      media,
      left,
      chatDrafts: outboxDatabase.chatDrafts,
      ...sending,
      meter: meterOf(options),
      openStream: options.openStream ?? eventStream(),
      pageLimit,
      firstPage,
      firstRows,
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

  /** Shows whether the device stores, and sends what only this page has. */
  function takeStorage(): void {
    const stores = device.stores();
    status.set({ stores });
    memorySender.run(!stores && !leading);
    if (!stores) tabs.tell({ type: "unstored" });
    nudge();
  }

  const views = createDeskViews({
    ...{ user, documents, cache, history, left, records$, apiFetch, outboxDatabase },
    onRows: firstRows.listed,
    search: (question) => search(documentsName(user), question),
    onMissing(collection, id) {
      if (leading) void leading.fetchThreads(collection, [id]);
      else tabs.tell({ type: "threads", collection, ids: [id] });
    },
  });

  function nudge() {
    memorySender.nudge();
    if (leading) leading.nudge();
    else tabs.tell({ type: "nudge" });
  }

  function close(): Promise<void> {
    closing ??= (async () => {
      counted.unsubscribe();
      await lead.release();
      await memorySender.stop();
      tabs.close();
      await media.close();
      await documents.close();
      device.close();
    })();
    return closing;
  }

  const local = localOf({ documents, outboxDatabase, store, media, clock: stamps, meter: meterOf(options) });
  await takeLastTexts(outboxDatabase, local);
  void keepOnDisk(cache);
  device.join(pulled);
  device.follow(takeStorage);

  return {
    status: { get: status.get, subscribe: status.subscribe },
    ...views,
    ...commandsOf(store, nudge),
    ...local,
    answers: createAnswers(device.answers, scopeOf(user)),
    resync: () => (leading ? leading.hurry() : tabs.tell({ type: "resync" })),
    hasUnstored: device.hasUnstored,
    close,
    closeEverywhere() {
      tabs.tell({ type: "close" });
      return close();
    },
  };
}

const meterOf = ({ meter = browserMeter() }: DeskOptions) => meter;

/** Where the device keeps since when it has had no network. */
const offlineSince = ({ meta }: CacheDatabase): SinceStore => ({
  get: async () => ((await meta.get(OFFLINE_SINCE))?.value as string | undefined) ?? null,
  set: (since) => (since === null ? meta.delete(OFFLINE_SINCE) : meta.put({ key: OFFLINE_SINCE, value: since })),
});

/** The part of the desk that writes commands. `nudge` sends them. */
function commandsOf(store: OutboxStore, nudge: () => void) {
  return {
    async send(type, payload, options) {
      const id = await store.add(type, payload, options);
      nudge();
      return id;
    },
    async retry(commandId) {
      const id = await store.retry(commandId);
      nudge();
      return id;
    },
    discard: (commandId) => store.discard(commandId),
    edit: (commandId, payload) => store.edit(commandId, payload),
    pendingCount: store.unsentCount,
  } satisfies Partial<DeviceDesk>;
}

type LocalDeps = {
  documents: DocumentDatabase;
  outboxDatabase: OutboxDatabase;
  store: OutboxStore;
  media: ReturnType<typeof createMedia>;
  clock: Clock;
  meter: StorageMeter | null;
};

/** The part of the desk that only this device has: what was begun, downloaded files, and the space of both. */
function localOf({ documents, outboxDatabase, store, media, clock, meter }: LocalDeps) {
  const hasChat = async (id: string) =>
    (await store.byId(id))?.type === "chat.create" || (await documents.collections.chats.findOne(id).exec()) !== null;
  return {
    draft: (ticketId) => localDraft(outboxDatabase, ticketId, clock),
    unsent: createUnsent(outboxDatabase, clock),
    chatDraft: (chatId) => localChatDraft(outboxDatabase, chatId, clock, () => hasChat(chatId)),
    fileUrl: media.fileUrl,
    space: async () => (await import("./local/space.ts")).readSpace(meter, media, outboxDatabase),
    deleteDownloads: media.clear,
  } satisfies Partial<DeviceDesk>;
}

function countsOf(records: readonly OutboxRecord[], now: number) {
  const shown = records.filter((record) => !isQuiet(record) && !waitsForCompany(record, now));
  return { waiting: shown.filter(isUnsent).length, refused: shown.filter(isStopped).length };
}
