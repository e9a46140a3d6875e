import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_ANNOUNCEMENTS, NewAnnouncement } from "../../contracts/office/announcements.ts";
import type { Checkpoint, StreamEvent } from "../../contracts/sync.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { listenToChanges, openSequencer, type Sequencer, schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenSession, giveTo } from "../../db/testing/given.ts";
import { countLogged } from "../../db/testing/logged-changes.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { insertCompany } from "../../domain/account/companies/index.ts";
import { changeAnnouncement, createAnnouncement, deleteAnnouncement } from "../../domain/office/announcements/index.ts";
import { asSuper } from "../../domain/testing.ts";
import { runCommands } from "./commands.ts";
import { numberAnnouncements } from "./number-announcements.ts";
import { pull } from "./pull.ts";
import { openStreams } from "./streams.ts";

/** Active announcements are logged in every company: other tests must not see them. */
let own: OwnDatabase;
let sequencer: Sequencer;
let owner: GivenAgent;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  sequencer = openSequencer(own.database);
  const { companyId } = await givenCompany();
  owner = await givenAgent({ companyId, name: "Dona", profile: "admin", isSuper: true });
});
afterAll(() => own.drop());

const given = (input: object = {}) =>
  asSuper(owner, (ctx) => createAnnouncement(ctx, v.parse(NewAnnouncement, { title: "Pix", text: "Novo", ...input })));
const change = (id: string, input: Parameters<typeof changeAnnouncement>[2]) =>
  asSuper(owner, (ctx) => changeAnnouncement(ctx, id, input));

/** A device of the agent: its documents after each pull. */
async function givenDevice(actor: GivenAgent) {
  const documents = new Map<string, Record<string, unknown>>();
  let checkpoint: Checkpoint | undefined;
  const device = {
    documents,
    /** Resolves with what this pull brought. */
    async pull() {
      const brought: object[] = [];
      for (let hasMore = true; hasMore; ) {
        const page = await pull({ database: own.database, sequencer }, actor, {
          ...{ collection: "announcements", checkpoint, limit: 500 },
        });
        ({ checkpoint, hasMore } = page);
        for (const document of page.documents) {
          brought.push(document);
          if ("_deleted" in document) documents.delete(document.id);
          else documents.set(document.id, document as never);
        }
      }
      return brought;
    },
    async read(announcementId: string, edition?: number, id = randomUUID()) {
      const payload = { announcementId, ...(edition && { edition }) };
      const command = { id, type: "announcement.read", payload, createdAt: testNow().toISOString() };
      const onFailure = (error: unknown) => {
        throw error;
      };
      const deps = { database: own.database, sequencer, onFailure };
      return (await runCommands(deps, { actor, device: "Teste" }, [command])).results[0];
    },
  };
  await device.pull();
  return device;
}

test("an announcement reaches a device of another company, and leaves it when it is deactivated or deleted", async () => {
  const { ana } = await givenCompany();
  const device = await givenDevice(ana);
  const { id } = await given({ title: "Manutenção" });
  await device.pull();
  expect(device.documents.get(id)).toMatchObject({ title: "Manutenção", edition: 1, readAt: null });
  expect(device.documents.get(id)).not.toHaveProperty("isActive");
  await change(id, { text: "Outra hora" });
  await device.pull();
  expect(device.documents.get(id)).toMatchObject({ text: "Outra hora", edition: 2 });
  await change(id, { isActive: false });
  expect(await device.pull()).toEqual([{ id, _deleted: true }]);
  await change(id, { isActive: true });
  await device.pull();
  expect(device.documents.has(id)).toBe(true);
  await asSuper(owner, (ctx) => deleteAnnouncement(ctx, id));
  expect(await device.pull()).toEqual([{ id, _deleted: true }]);
});

test("nothing of an inactive announcement reaches a device, not even its id", async () => {
  const { companyId, admin } = await givenCompany();
  const device = await givenDevice(admin);
  const { id } = await given({ isActive: false });
  await change(id, { title: "Ainda não" });
  await asSuper(owner, (ctx) => deleteAnnouncement(ctx, id));
  expect(await device.pull()).toEqual([]);
  expect(await own.database.company(companyId, (db) => countLogged(db, companyId, id))).toBe(0);
});

test("read on one device is read on the user's others, and on nobody else's", async () => {
  const { ana, bia } = await givenCompany();
  const { id } = await given();
  const [first, second, ofBia] = [await givenDevice(ana), await givenDevice(ana), await givenDevice(bia)];
  const command = randomUUID();
  const answer = await first.read(id, 1, command);
  expect(answer).toMatchObject({ status: "applied", code: null });
  expect(answer?.rev).toBeGreaterThan(0);
  expect(await first.read(id, 1, command)).toMatchObject({ status: "duplicate" });
  expect(await first.read(id)).toMatchObject({ status: "applied", rev: answer?.rev });
  await second.pull();
  expect(second.documents.get(id)).toMatchObject({ readAt: expect.any(String), rev: answer?.rev });
  expect(await ofBia.pull()).toEqual([]);
  expect(ofBia.documents.get(id)).toMatchObject({ readAt: null });

  await change(id, { title: "Nova edição" });
  await second.pull();
  expect(second.documents.get(id)).toMatchObject({ edition: 2, readAt: null });
  await change(id, { isActive: false });
  expect(await second.read(id)).toMatchObject({ status: "rejected", code: "ERR_NO_ANNOUNCEMENT_FOUND" });
});

test("a device keeps the newest 200, also when others come and go", async () => {
  const { companyId, ana } = await givenCompany();
  await own.asOwner("delete from announcements");
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const rows = Array.from({ length: MAX_ANNOUNCEMENTS }, (_, minute) => ({
    ...{ id: randomUUID(), title: `N ${minute}`, text: "x", createdAt: at(minute) },
  }));
  await own.database.asPlatform((db) => db.insert(schema.announcements).values(rows));
  const device = await givenDevice(ana);
  expect(device.documents.size).toBe(MAX_ANNOUNCEMENTS);
  const expected = async () => {
    await device.pull();
    const fresh = await givenDevice({ ...ana, companyId });
    expect([...device.documents.keys()].sort()).toEqual([...fresh.documents.keys()].sort());
    return device.documents;
  };
  const newest = await given();
  expect((await expected()).has(rows[0]?.id ?? "")).toBe(false);
  await change(newest.id, { isActive: false });
  expect((await expected()).has(rows[0]?.id ?? "")).toBe(true);
  await given();
  await given();
  await asSuper(owner, (ctx) => deleteAnnouncement(ctx, rows[100]?.id ?? ""));
  const kept = await expected();
  expect([kept.size, kept.has(rows[0]?.id ?? ""), kept.has(rows[1]?.id ?? "")]).toEqual([200, false, true]);
});

test("open streams of every company are poked, without anyone of that company acting", async () => {
  const [one, two] = [await givenCompany(), await givenCompany()];
  const streams = openStreams({
    database: own.database,
    sequencer,
    onError: (error) => {
      throw error;
    },
  });
  const subscriptions = [
    await listenToChanges(own.database, streams.notify, streams.notifyAll),
    await numberAnnouncements({
      ...{ database: own.database, sequencer, feed: streams },
      onError: (error) => {
        throw error;
      },
    }),
  ];
  /** Resolves with the first event about announcements. */
  async function heard(actor: GivenAgent): Promise<() => Promise<StreamEvent | null>> {
    const { body } = await streams.open({ actor, sessionId: (await givenSession(actor)).id });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    return async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        for (const [, data] of part.value.matchAll(/^data: (.*)$/gm)) {
          const event: StreamEvent = JSON.parse(data ?? "");
          if (event.type === "poke" && event.collections.includes("announcements")) return event;
        }
      return null;
    };
  }
  const next = [await heard(one.ana), await heard(one.admin), await heard(two.bia)];
  await given();
  for (const wait of next) expect(await wait()).toMatchObject({ type: "poke", rev: expect.any(Number) });
  streams.close();
  for (const subscription of subscriptions) await subscription.stop();
});

test("a company that is created while an announcement is written gets it", async () => {
  const companyId = randomUUID();
  const opening = own.database.company(companyId, async (db) => {
    const dueDate = new Date(testTime() + 86_400_000);
    await insertCompany(db, { id: companyId, name: "Nova", dueDate });
    const written = given({ title: "Durante o cadastro" });
    // The announcement waits for this transaction: it must not be committed before the company is visible.
    const first = await Promise.race([written.then(() => "written"), db.execute("select pg_sleep(0.2)")]);
    expect(first).not.toBe("written");
    return { written };
  });
  const { written } = await opening;
  const { id } = await written;
  expect(await own.database.company(companyId, (db) => countLogged(db, companyId, id))).toBe(1);
});
