import { Dexie, liveQuery } from "dexie";
import { filter, firstValueFrom, from } from "rxjs";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import { type DeviceDesk, openDesk } from "../../../sync/client/index.ts";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { givenMessage, givenTicket, givenUser } from "../../../sync/client/testing/given.ts";

/** Sizes of the device's store: a desk that has pulled that many tickets, and plain Dexie with the same documents. */
type Sizes = { open: number; pending: number; threads: number };
type Lab = { desk: DeviceDesk; raw: Dexie; pending: string[]; threads: string[] };
let lab: Lab | undefined;

const steps = { open, list, rawList, openThread, rawThread, accept, rawAccept, search, rawSearch };
export type Steps = typeof steps;
Object.assign(window, { steps });

async function open({ open: openCount, pending, threads }: Sizes): Promise<void> {
  const server = createFakeServer();
  const user = givenUser({ profile: "admin" });
  const tickets: TicketDocument[] = [];
  for (let at = 0; at < openCount + pending; at++) {
    // Pending tickets have the latest messages, so once accepted they are at the top of the list.
    const status = at < openCount ? "open" : "pending";
    const ticket = givenTicket({ status, userId: status === "open" ? user.id : null });
    tickets.push(ticket);
    server.put("tickets", ticket);
    // Threads are spread over the list, as users open them.
    if (at % Math.floor((openCount + pending) / threads) === 0) {
      for (let message = 0; message < 30; message++) server.message(ticket.id, { body: sentence(at * 30 + message) });
    }
  }
  const { apiFetch, openStream } = server;
  const desk = await openDesk({ user, apiFetch, openStream, pageLimit: 500 });
  await new Promise<void>((done) => {
    const stop = desk.status.subscribe(onStatus);
    function onStatus() {
      if (!desk.status.get().firstSyncDone) return;
      stop();
      done();
    }
    onStatus();
  });
  // No sent command is answered: only the device is measured.
  server.online = false;
  const raw = new Dexie("raw");
  raw.version(1).stores({ tickets: "id, [status+sortKey]", threads: "id", outbox: "++order, &id" });
  await raw.table("tickets").bulkPut(tickets);
  const withThread = tickets.filter((_, at) => at % Math.floor(tickets.length / threads) === 0);
  const ids = withThread.map((ticket) => ticket.id);
  for (const id of ids) {
    const first = ids.indexOf(id) * 30;
    const messages = Array.from({ length: 30 }, (_, at) => givenMessage({ ticketId: id, body: sentence(first + at) }));
    await raw.table("threads").put({ id, rev: 1, messages, hasOlder: false });
  }
  const waiting = tickets.filter((ticket) => ticket.status === "pending").map((ticket) => ticket.id);
  lab = { desk, raw, pending: waiting, threads: ids };
}

function requireLab(): Lab {
  if (!lab) throw new Error("call open() first");
  return lab;
}

const SHOWN = 50;
let queries = 0;

/** Uses another limit each time, because a repeated query is answered from memory. */
async function list(): Promise<number> {
  const { desk } = requireLab();
  const began = performance.now();
  const limit = SHOWN + (queries++ % 40);
  await firstValueFrom(
    desk.tickets$({ status: "open", showAll: true, limit }).pipe(filter((rows) => rows.length >= SHOWN)),
  );
  return performance.now() - began;
}

async function rawList(): Promise<number> {
  const { raw } = requireLab();
  const began = performance.now();
  const range = raw.table("tickets").where("[status+sortKey]").between(["open", Dexie.minKey], ["open", Dexie.maxKey]);
  const rows = await range.limit(SHOWN + 20).toArray();
  if (rows.length < SHOWN) throw new Error("too few rows");
  return performance.now() - began;
}

async function openThread(): Promise<number> {
  const { desk, threads } = requireLab();
  const id = threads[queries++ % threads.length] ?? "";
  const began = performance.now();
  await firstValueFrom(desk.thread$(id).pipe(filter((thread) => thread.messages.length >= 30)));
  return performance.now() - began;
}

async function rawThread(): Promise<number> {
  const { raw, threads } = requireLab();
  const began = performance.now();
  const thread = await raw.table("threads").get(threads[queries++ % threads.length] ?? "");
  if (thread.messages.length < 30) throw new Error("too few messages");
  return performance.now() - began;
}

/** Measures from accepting a ticket until the list of open tickets shows it. */
async function accept(): Promise<number> {
  const { desk, pending } = requireLab();
  const id = pending.shift() ?? "";
  const shown = firstValueFrom(
    desk
      .tickets$({ status: "open", showAll: true, limit: SHOWN })
      .pipe(filter((rows) => rows.some((row) => row.id === id))),
  );
  await firstValueFrom(desk.ticket$(id));
  const began = performance.now();
  await desk.send("ticket.accept", { ticketId: id });
  await shown;
  return performance.now() - began;
}

async function rawAccept(): Promise<number> {
  const { raw } = requireLab();
  const id = crypto.randomUUID();
  const seen = firstValueFrom(
    from(liveQuery(() => raw.table("outbox").where("id").equals(id).count())).pipe(filter((count) => count === 1)),
  );
  await new Promise((done) => setTimeout(done, 5));
  const began = performance.now();
  await raw.table("outbox").add({ id, type: "ticket.accept", payload: { ticketId: id } });
  await seen;
  return performance.now() - began;
}

const sampleText =
  "bom dia você consegue a coleta amanhã segunda vaso jarra azul pedido número entrega código rastreio atenção às nove " +
  "horas preço promoção não chegou caixa quebrada troca devolução pix comprovante obrigada avó João Conceição Savassi";
const words = sampleText.split(" ");
/** Returns ten words that depend on the seed. */
const sentence = (seed: number) =>
  Array.from({ length: 10 }, (_, at) => words[(seed * 7 + at * at * 13 + ((seed >> 3) ^ at)) % words.length]).join(" ");

/** Search inputs as typed: growing by a letter, without accents, with rare and common words. */
const searchInputs = ["coleta amanha", "conceicao", "devolucao", "nao existe", "contato 12"].flatMap((text) =>
  Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2)),
);

/** Measures from a keystroke until the results are available. */
async function search(): Promise<number> {
  const { desk } = requireLab();
  const text = searchInputs[queries++ % searchInputs.length] ?? "";
  const began = performance.now();
  await firstValueFrom(desk.search$({ text, limit: 30 }));
  return performance.now() - began;
}

async function rawSearch(): Promise<number> {
  const { raw } = requireLab();
  const words = searchWords(searchInputs[queries++ % searchInputs.length]);
  const began = performance.now();
  await raw
    .table("threads")
    .filter(({ messages }) =>
      messages.some(({ body }: { body: string }) => words.every((word) => searchable(body).includes(word))),
    )
    .limit(30)
    .toArray();
  return performance.now() - began;
}
