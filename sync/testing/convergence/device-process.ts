/** A device in a separate process, like a browser: its own RxDB, databases and broadcast channels. */
import "fake-indexeddb/auto";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { firstValueFrom, type Observable } from "rxjs";
import type { SessionUser } from "../../../contracts/account/session.ts";
import { refKinds } from "../../../contracts/desk/refs.ts";
import { ticketStatuses } from "../../../contracts/desk/tickets.ts";
import type { StreamEvent } from "../../../contracts/sync.ts";
import { type Clock, systemClock } from "../../client/clock.ts";
import { openDesk } from "../../client/desk.ts";
import type { ApiFetch, DeskStorage, DeviceDesk, TicketView } from "../../client/desk-types.ts";
import type { CallName, DeviceCalls, FromDevice, Observation, ShortObservation, ToDevice } from "./device-messages.ts";
import { type DraftField, openField } from "./draft-field.ts";

const startedAt = Date.now();
/** A second takes ten milliseconds, so that tests do not wait for back-offs. */
const hastyClock: Clock = {
  ...systemClock,
  now: () => startedAt + (Date.now() - startedAt) * 100,
  after: (delayMs, callback) => systemClock.after(delayMs / 100, callback),
};

/** Browsers use Dexie; in memory the same replication takes a fraction of the time. */
const storageHere = process.argv[2] === "memory" ? getRxStorageMemory : getRxStorageDexie;
let storage = storageHere();
let desk: DeviceDesk | null = null;
const fields = new Map<number, DraftField>();
let requests = 0;
const answering = new Map<number, (answer: { status: number; body: string }) => void>();
const listeners = new Set<{ onEvent(event: StreamEvent): void; onState(up: boolean): void }>();
const say = (word: FromDevice) => process.send?.(word);

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Status 0 means no response. */
const apiFetch: ApiFetch = async (path, init) => {
  init?.signal?.throwIfAborted();
  requests += 1;
  const n = requests;
  const body = typeof init?.body === "string" ? init.body : null;
  say({ kind: "request", n, path, method: init?.method ?? "GET", body });
  const answer = await new Promise<{ status: number; body: string }>((resolve) => answering.set(n, resolve));
  init?.signal?.throwIfAborted();
  if (answer.status === 0) throw new TypeError("The network is down.");
  if (answer.status >= 400) throw new Refused(answer.status, JSON.parse(answer.body).error);
  return new Response(answer.body, { status: answer.status });
};

async function open(user: SessionUser) {
  desk = await openDesk({
    user,
    apiFetch,
    storage: storage as unknown as DeskStorage,
    clock: hastyClock,
    pageLimit: 3,
    locks: null,
    openStream(onEvent, onState) {
      const listener = { onEvent, onState };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return null;
}

async function close() {
  for (const field of fields.values()) field.close();
  fields.clear();
  await desk?.close();
  desk = null;
  listeners.clear();
  return null;
}

function opened(): DeviceDesk {
  if (!desk) throw new Error("the desk is closed");
  return desk;
}

const now = <T>(values$: Observable<T>) => firstValueFrom(values$);

async function ticketsShown(): Promise<TicketView[]> {
  const { tickets$ } = opened();
  const lists = ticketStatuses.map((status) => now(tickets$({ status, showAll: true })));
  return (await Promise.all(lists)).flat();
}

async function glance(at: number): Promise<ShortObservation> {
  const { outbox$, thread$, quickMessages$, schedules$, chats$, chatThread$, refs$ } = opened();
  const tickets = await ticketsShown();
  const ticket = tickets[at % Math.max(1, tickets.length)];
  const rows = ticket ? (await now(thread$(ticket.id))).messages : [];
  const [outbox, quick, schedules] = [await now(outbox$()), await now(quickMessages$()), await now(schedules$())];
  const chats = await now(chats$());
  const chat = chats[at % Math.max(1, chats.length)];
  const chatRows = chat ? (await now(chatThread$(chat.id))).messages : [];
  const users = (await now(refs$("user"))).map(({ id }) => id.replace("user:", ""));
  return { tickets, outbox, rows, quick, schedules, chats, chatRows, users };
}

async function look({ contactIds, chatIds, creationIds }: DeviceCalls["look"]["asked"]): Promise<Observation> {
  const { status, ...shown } = opened();
  const { state, waiting } = status.get();
  const tickets = await ticketsShown();
  const threads = await Promise.all(
    tickets.map(async ({ id }) => {
      const { messages, hasOlder } = await now(shown.thread$(id));
      return { id, messages, hasOlder };
    }),
  );
  const drafts = await Promise.all(
    tickets.map(async ({ id }): Promise<[string, string]> => [id, (await now(shown.draft$(id)))?.text ?? ""]),
  );
  const contacts = await Promise.all(contactIds.map((id) => now(shown.contact$(id))));
  const chats = await now(shown.chats$());
  const chatThreads = await Promise.all(
    [...new Set([...chatIds, ...chats.map(({ id }) => id)])].map(async (id) => {
      const { messages, hasOlder } = await now(shown.chatThread$(id));
      return { id, messages, hasOlder };
    }),
  );
  const movedTexts = await Promise.all(
    creationIds.map(async (id): Promise<[string, string[]]> => {
      const moved = await now(shown.movedTo$(id));
      return [id, [...(moved?.messages ?? []), moved?.draft ?? "", await shown.draft(id).get()]];
    }),
  );
  const refs = await Promise.all(refKinds.map((kind) => now(shown.refs$(kind))));
  return {
    state,
    waiting,
    outbox: await now(shown.outbox$()),
    tickets,
    threads,
    contacts: contacts.filter((contact) => contact !== null),
    quickMessages: await now(shown.quickMessages$()),
    schedules: await now(shown.schedules$()),
    refs: refs.flat(),
    chats,
    chatThreads,
    drafts: Object.fromEntries(drafts.filter(([, text]) => text)),
    movedTexts: Object.fromEntries(movedTexts),
  };
}

function fieldOf(tab: number): DraftField {
  const field = fields.get(tab);
  if (!field) throw new Error("the field is closed");
  return field;
}

const calls: { [Name in CallName]: (asked: DeviceCalls[Name]["asked"]) => Promise<DeviceCalls[Name]["answer"]> } = {
  open({ user }) {
    storage = storageHere();
    return open(user);
  },
  async reload({ user }) {
    await close();
    return open(user);
  },
  close,
  glance: ({ at }) => glance(at),
  look,
  send: ({ type, payload }) => opened().send(type, payload),
  retry: ({ id }) => opened().retry(id),
  discard: ({ id }) => opened().discard(id),
  async resync() {
    opened().resync();
    return null;
  },
  async fieldOpen({ tab, ticketId, writerId }) {
    fields.set(tab, openField(opened(), ticketId, writerId));
    return null;
  },
  async fieldType({ tab, words }) {
    fieldOf(tab).type(words);
    return null;
  },
  async fieldSave({ tab }) {
    await fieldOf(tab).save();
    return null;
  },
  async fieldShare({ tab }) {
    await fieldOf(tab).share();
    return null;
  },
  fieldSubmit: ({ tab }) => fieldOf(tab).submit(),
  async fieldsLook({ ticketId }) {
    const desk = opened();
    return {
      fields: [...fields.values()].map((field) => field.look()),
      stored: await desk.draft(ticketId).get(),
      shared: (await now(desk.draft$(ticketId)))?.text ?? "",
      waiting: desk.status.get().waiting,
    };
  },
};

process.on("message", (word: ToDevice) => {
  if (word.kind === "answered") {
    answering.get(word.n)?.(word);
    answering.delete(word.n);
  } else if (word.kind === "event") {
    for (const { onEvent } of listeners) onEvent(word.event);
  } else if (word.kind === "line") {
    for (const { onState } of listeners) onState(word.up);
  } else {
    const call = calls[word.name] as (asked: unknown) => Promise<unknown>;
    call(word.asked).then(
      (answer) => say({ kind: "answer", n: word.n, answer }),
      (error: unknown) => say({ kind: "answer", n: word.n, answer: null, error: String(error) }),
    );
  }
});
process.on("disconnect", () => process.exit());
say({ kind: "ready" });
