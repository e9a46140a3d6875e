import type { DocumentDatabase } from "./cache/documents.ts";
import { openPulled } from "./cache/open-pulled.ts";
import { type Clock, systemClock, withServerTime } from "./clock.ts";
import type { DeskOptions, DeviceDesk } from "./desk-types.ts";
import { createDeskViews } from "./desk-views.ts";
import { deleteOlderCaches } from "./discard.ts";
import { IDLE_TIMEOUT_MS, UPLOAD_IDLE_TIMEOUT_MS, withIdleTimeout } from "./fetch-idle-timeout.ts";
import { recordLastValues } from "./last-values.ts";
import { openSealedWork } from "./leave-device.ts";
import { createAnswers } from "./local/answers.ts";
import type { CacheDatabase, OutboxDatabase } from "./local/databases.ts";
import { openDeviceStorage } from "./local/device-storage.ts";
import { localChatDraft, localDraft } from "./local/draft.ts";
import { createHistory } from "./local/history.ts";
import { takeLastTexts } from "./local/last-texts.ts";
import { createLeft } from "./local/left.ts";
import { createMedia } from "./local/media.ts";
import type { StorageMeter } from "./local/space.ts";
import { NotStoredError } from "./local/storage-failure.ts";
import { createUnsent } from "./local/unsent.ts";
import { documentsName } from "./names.ts";
import { isQuiet } from "./outbox/entry.ts";
import { createOutboxStore, type OutboxStore } from "./outbox/store.ts";
import { browserMeter, keepOnDisk, pageLimitHere } from "./platform.ts";
import { fetchFirstPage } from "./pull/first-page.ts";
import { createFirstRows } from "./pull/first-rows.ts";
import { scopeOf } from "./scope.ts";
import { createStatus, type SinceStore } from "./status.ts";
import { startSync } from "./tab-sync.ts";
import { ticketThreads } from "./thread-kinds.ts";

const OFFLINE_SINCE = "offlineSince";

/**
 * Opens a user's data: the pulled documents, the outbox and, in one tab of the browser, the sync between them and the
 * server.
 */
export async function openDesk(options: DeskOptions): Promise<DeviceDesk> {
  const parts = await openParts(options);
  const { device, documents, store, media, status, meter, stamps: clock } = parts;
  const { outboxDatabase, cache } = device;
  let closing: Promise<void> | null = null;
  const sync = startSync(options, parts, close);

  const views = createDeskViews({
    ...parts,
    ...{ user: options.user, cache, outboxDatabase, records$: store.records$ },
    onRows: parts.firstRows.listed,
    search: (question) => parts.search(documentsName(options.user), question),
    onMissing: (collection, id) => sync.fetchThreads(collection, [id]),
  });

  function close(): Promise<void> {
    closing ??= (async () => {
      await sync.stop();
      await media.close();
      await documents.close();
      device.close();
    })();
    return closing;
  }

  const local = localOf({ documents, outboxDatabase, store, media, clock, meter });
  await takeLastTexts(outboxDatabase, local);
  void keepOnDisk(cache);
  device.join(parts.pulled);
  device.follow(sync.takeStorage);

  return {
    status: { get: status.get, subscribe: status.subscribe },
    ...views,
    ...recordLastValues(views),
    ...commandsOf(store, sync.nudge),
    ...local,
    answers: createAnswers(device.answers, scopeOf(options.user)),
    resync: sync.resync,
    hasUnstored: device.hasUnstored,
    close,
    closeEverywhere() {
      sync.closeOthers();
      return close();
    },
  };
}

export type DeskParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the databases, and what reads and writes them. */
async function openParts(options: DeskOptions) {
  const { user, clock = systemClock, idleMs = IDLE_TIMEOUT_MS, meter = browserMeter() } = options;
  const apiFetch = withIdleTimeout(options.apiFetch, { idleMs });
  const uploadFetch = withIdleTimeout(options.apiFetch, { idleMs: UPLOAD_IDLE_TIMEOUT_MS });
  const stamps = withServerTime(clock);
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
  return {
    ...{ apiFetch, uploadFetch, clock, stamps, meter, device, pageLimit, firstPage, firstRows },
    ...{ documents, search, pulled, store, media, history, left, status },
  };
}

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
