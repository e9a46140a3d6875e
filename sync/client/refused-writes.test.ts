import "fake-indexeddb/auto";
import { expect, onTestFinished, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { failoverDexie } from "./cache/failover-dexie.ts";
import type { DeskOptions, DeviceDesk, PulledStorage } from "./desk-types.ts";
import { isStorageFailure, NotStoredError } from "./local/storage-failure.ts";
import { silenceStorageAdvertisement } from "./quiet-storage.ts";
import { searchingStorage } from "./search/searching-storage.ts";
import { givenDevice, openTestDesk, until } from "./testing/desk.ts";
import { fullDisk } from "./testing/full-disk.ts";
import { givenTicket } from "./testing/given.ts";

silenceStorageAdvertisement();

/** The storage of the browser's worker, without the worker. */
const dexieStorage: DeskOptions["storage"] = (onMemory): PulledStorage => {
  const { storage, toMemory, toDisk } = failoverDexie(onMemory);
  return {
    ...searchingStorage(storage),
    toMemory: () => void toMemory(),
    async toDisk() {
      try {
        await toDisk();
        return true;
      } catch (error) {
        if (!isStorageFailure(error)) throw error;
        return false;
      }
    },
  };
};

function givenTickets() {
  const device = givenDevice();
  const [talk, other, last] = [givenTicket(), givenTicket(), givenTicket({ status: "pending" })];
  for (const ticket of [talk, other, last]) device.server.put("tickets", ticket);
  device.server.onCommand = (command) => {
    if (command.type === "message.send") device.server.message(talk.id, { id: command.id });
    return undefined;
  };
  return { device, talk: talk.id, other: other.id, last: last.id };
}

type Job = { name: string; do(): Promise<unknown>; isKept(): Promise<boolean> };

type Tickets = Record<"talk" | "other" | "last", string>;

/** The jobs of a day. `isKept`: what was typed, recorded or chosen for a refused job is still there. */
function jobsOf(desk: DeviceDesk, { talk, other, last }: Tickets, day: number): Job[] {
  const nothingTyped = () => Promise.resolve(true);
  const text = (ticketId: string, body: string): Job => ({
    name: `message.send ${body}`,
    async do() {
      if ((await desk.draft(ticketId).get()) === "") await desk.draft(ticketId).set(body);
      await desk.send("message.send", { ticketId, body }, { draft: { kind: "text", ownerId: ticketId } });
    },
    isKept: async () => (await desk.draft(ticketId).get()) === body,
  });
  const command = (name: string, send: () => Promise<unknown>): Job => ({ name, do: send, isKept: nothingTyped });
  return [
    command("ticket.accept", () => desk.send("ticket.accept", { ticketId: last })),
    text(talk, `Bom dia ${day}`),
    {
      name: "message.send foto.png",
      async do() {
        const chosen = async () => (await until(desk.unsent.files.of$(talk), () => true))[0];
        if (!(await chosen()))
          await desk.unsent.files.add(talk, [new File(["foto"], "foto.png", { type: "image/png" })]);
        const { id, name } = (await chosen()) ?? { id: "", name: "" };
        const blob = await desk.unsent.files.blob(id);
        if (!blob) throw new Error("the chosen file is gone");
        const draft = { kind: "file", id } as const;
        await desk.send("message.send", { ticketId: talk, body: name }, { file: { blob, name }, draft });
      },
      isKept: async () => (await until(desk.unsent.files.of$(talk), () => true)).length === 1,
    },
    {
      name: "message.send voz",
      async do() {
        const part = { bytes: new Uint8Array([1, 2]), levels: [0.5], seconds: 1 };
        if (!(await desk.unsent.voice.get(talk))) {
          await desk.unsent.voice.append(talk, 16_000, part);
          await desk.unsent.voice.append(talk, 16_000, part);
        }
        const recorded = await desk.unsent.voice.read(talk);
        if (recorded?.blob.size !== 4) throw new Error("a part of the recording is gone");
        const draft = { kind: "voice", id: recorded.id, ownerId: talk } as const;
        await desk.send(
          "message.send",
          { ticketId: talk, body: "voz" },
          { file: { blob: recorded.blob, name: "voz" }, draft },
        );
      },
      isKept: async () => (await desk.unsent.voice.read(talk))?.blob.size === 4,
    },
    text(other, `Resposta rápida ${day}`),
    {
      name: "note.add",
      async do() {
        await desk.unsent.note.set({ ticketId: talk, text: "Nota", isOpen: true });
        await desk.send("note.add", { ticketId: talk, note: "Nota" }, { draft: { kind: "note", ownerId: talk } });
      },
      isKept: async () => (await desk.unsent.note.get(talk))?.text === "Nota",
    },
    command("ticket.tag", () => desk.send("ticket.tag", { ticketId: talk, add: [other], remove: [] })),
    command("ticket.transfer", () =>
      desk.send("ticket.transfer", { ticketId: other, queueId: last, userId: null, note: null }),
    ),
    command("schedule.create", () => {
      const schedule = { body: "Amanhã", contactId: other, sendAt: "2030-01-01T10:00", userId: null, fileId: null };
      return desk.send("schedule.create", { ...schedule, isMarketing: false });
    }),
    command("ticket.close", () => desk.send("ticket.close", { ticketId: talk })),
  ];
}

const labelOf = ({ type, payload }: { type: string; payload: unknown }) =>
  type === "message.send" ? `${type} ${(payload as { body: string }).body}` : type;

const variants = [
  { isOnline: true, once: false },
  { isOnline: false, once: false },
  { isOnline: true, once: true },
  { isOnline: false, once: true },
];
const WRITES = 200;
const runs = sizeOf("REFUSED_WRITES");
/** The first 200 writes, or some of them; in `npm test` each with one of the variants. */
const refused = Array.from({ length: runs }, (_, at) => Math.round(((at + 1) * WRITES) / runs)).flatMap((write, at) =>
  (runs === WRITES ? variants : variants.slice(at % variants.length).slice(0, 1)).map((variant) => ({
    write,
    ...variant,
  })),
);

/** Enough for 200 writes, also without the network. */
const MAX_DAYS = 12;

test.each(refused)(
  "write $write refused, online $isOnline, only that one $once: nothing typed is lost, nothing is sent twice",
  async ({ write, isOnline, once }) => {
    const { device, ...tickets } = givenTickets();
    const disk = fullDisk({ after: write - 1, once });
    const desk = await openTestDesk(device, { storage: dexieStorage });
    await expect.poll(() => desk.status.get().firstSyncDone).toBe(true);
    if (!isOnline) {
      device.server.online = false;
      desk.resync();
      await expect.poll(() => desk.status.get().linkUp).toBe(false);
    }
    // When only one write is refused, the device may store again before the job has its error.
    let hasSaidSo = false;
    const look = () => {
      const { stores, state } = desk.status.get();
      hasSaidSo ||= !stores && state === "unstored";
    };
    onTestFinished(desk.status.subscribe(look));
    const done: Job[] = [];
    const later: Job[] = [];
    async function live(job: Job) {
      try {
        await job.do();
        done.push(job);
      } catch (error) {
        expect(error).toBeInstanceOf(NotStoredError);
        expect(await job.isKept(), `${job.name} is kept`).toBe(true);
        look();
        expect(hasSaidSo, "the screen says that the device does not store").toBe(true);
        if (!once) expect(desk.status.get()).toMatchObject({ stores: false, state: "unstored" });
        later.push(job);
      }
    }
    for (let day = 1; day <= MAX_DAYS && (day === 1 || !disk.hasFailed()); day += 1)
      for (const job of jobsOf(desk, tickets, day)) await live(job);
    expect(disk.hasFailed()).toBe(true);
    if (isOnline) expect(later).toEqual([]);

    disk.free();
    device.server.online = true;
    desk.resync();
    await expect.poll(() => desk.status.get()).toMatchObject({ stores: true, linkUp: true });
    for (const job of later.splice(0)) await live(job);
    const applied = () => device.server.applied.filter(({ type }) => type !== "draft.save").map(labelOf);
    await expect.poll(() => applied().toSorted()).toEqual(done.map(({ name }) => name).toSorted());
    await expect.poll(() => desk.pendingCount()).toBe(0);
    expect(applied()).toHaveLength(done.length);
    await desk.close();
  },
);
