import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_PICTURE_BYTES, NewAnnouncement } from "../../../contracts/office/announcements.ts";
import { machineTime } from "../../../contracts/testing/clock.ts";
import { type GivenAgent, givenAgent, givenCompany, giveTo, testDatabase } from "../../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { pageOfAudit } from "../../account/audit/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { acting, asSuper, refusal } from "../../testing.ts";
import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  findPicture,
  markAnnouncementRead,
  newestAnnouncements,
  pageOfAnnouncements,
  removePicture,
  removeUnusedPictures,
  setPicture,
  showAnnouncement,
} from "./index.ts";

/** Active announcements are logged in every company: other tests must not see them. */
let own: OwnDatabase;
let owner: GivenAgent;
let ana: GivenAgent;
let bia: GivenAgent;
let stranger: GivenAgent;
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  const company = await givenCompany();
  [ana, bia] = [company.ana, company.bia];
  owner = await givenAgent({ companyId: company.companyId, name: "Dona", profile: "admin", isSuper: true });
  stranger = (await givenCompany()).admin;
});
afterAll(() => own.drop());

const store = async () => openDiskFileStore(await mkdtemp(join(tmpdir(), "announcements-")));
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const given = (input: object = {}) =>
  asSuper(owner, (ctx) => createAnnouncement(ctx, v.parse(NewAnnouncement, { title: "Pix", text: "Novo", ...input })));
const seenBy = async (agent: GivenAgent, id: string) =>
  (await acting(agent, (ctx) => newestAnnouncements(ctx))).find((one) => one.id === id) ?? null;

test("a super user creates, changes and deletes an announcement, and the audit has each change", async () => {
  const title = `Pix ${randomUUID()}`;
  const { id } = await given({ title });
  expect(await seenBy(stranger, id)).toMatchObject({ title, text: "Novo", priority: 3, edition: 1, readAt: null });
  const changed = await asSuper(owner, (ctx) => changeAnnouncement(ctx, id, { text: "Outro", priority: 1 }));
  expect(changed).toMatchObject({ text: "Outro", priority: 1, isActive: true, edition: 2 });
  await asSuper(owner, (ctx) => changeAnnouncement(ctx, id, { text: "Outro" }));
  await asSuper(owner, (ctx) => changeAnnouncement(ctx, id, { isActive: false }));
  expect(await seenBy(stranger, id)).toBeNull();
  await asSuper(owner, (ctx) => deleteAnnouncement(ctx, id));
  const { entries } = await asSuper(owner, (ctx) => pageOfAudit(ctx, { search: title }));
  expect(entries.toReversed().map(({ action, changes }) => [action, changes])).toEqual([
    [
      "announcement.created",
      { title: [null, title], text: [null, "Novo"], priority: [null, 3], isActive: [null, true] },
    ],
    ["announcement.changed", { text: ["Novo", "Outro"], priority: [3, 1] }],
    ["announcement.changed", { isActive: [true, false] }],
    ["announcement.deleted", {}],
  ]);
});

test("an admin who is not super may do none of it, and one that does not exist is refused", async () => {
  const { id } = await given();
  const files = await store();
  const verbs: ((ctx: PlatformContext, of: string) => Promise<unknown>)[] = [
    (ctx, of) => changeAnnouncement(ctx, of, { title: "Invadido" }),
    deleteAnnouncement,
    (ctx, of) => setPicture(ctx, files, of, { name: "a.png", bytes: png }),
    removePicture,
  ];
  for (const verb of verbs) {
    expect(await refusal(asSuper(stranger, (ctx) => verb(ctx, id)))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect(await refusal(asSuper(owner, (ctx) => verb(ctx, randomUUID())))).toMatchObject({
      code: "ERR_NO_ANNOUNCEMENT_FOUND",
    });
  }
  const input = v.parse(NewAnnouncement, { title: "Invadido", text: "x" });
  expect(await refusal(asSuper(stranger, (ctx) => createAnnouncement(ctx, input)))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  expect(await seenBy(ana, id)).toMatchObject({ title: "Pix" });
});

test("a page shows the active ones, to super users all with the number of companies that read them", async () => {
  const word = randomUUID().slice(0, 8);
  const rows = [];
  for (let at = 0; at < 21; at += 1) rows.push(await given({ title: `Título ${word} ${at}`, isActive: at !== 20 }));
  const page = (agent: GivenAgent, query: object) =>
    agent.isSuper
      ? asSuper(agent, (ctx) => pageOfAnnouncements(ctx, query))
      : acting(agent, (ctx) => pageOfAnnouncements(ctx, query));
  const [active, inactive] = [rows[19], rows[20]];
  await acting(bia, (ctx) => markAnnouncementRead(ctx, { announcementId: active?.id ?? "" }));
  await acting(ana, (ctx) => markAnnouncementRead(ctx, { announcementId: active?.id ?? "" }));

  const first = await page(owner, { search: `titulo ${word}` });
  expect(first).toMatchObject({ hasMore: true, count: 21 });
  expect(first.announcements[0]).toMatchObject({ id: inactive?.id, audience: { readers: 0, companies: 2 } });
  expect(first.announcements[1]).toMatchObject({ id: active?.id, audience: { readers: 1, companies: 2 } });
  expect(await page(owner, { search: word, isActive: false })).toMatchObject({ hasMore: false, count: 1 });
  expect((await page(owner, { search: word, page: 2 })).announcements.map(({ id }) => id)).toEqual([rows[0]?.id]);

  const theirs = await page(stranger, { search: word, isActive: false });
  expect(theirs).toMatchObject({ hasMore: false, count: 20 });
  expect(theirs.announcements.map(({ audience }) => audience)).toEqual(Array(20).fill(null));
  expect(JSON.stringify(theirs)).not.toContain(inactive?.id);
  const shown = (agent: GivenAgent) => acting(agent, (ctx) => showAnnouncement(ctx, inactive?.id ?? ""));
  expect(await refusal(shown(stranger))).toMatchObject({ code: "ERR_NO_ANNOUNCEMENT_FOUND" });
  expect(await asSuper(owner, (ctx) => showAnnouncement(ctx, inactive?.id ?? ""))).toMatchObject({ isActive: false });
});

test("the number of readers is counted in the platform's transactions only", async () => {
  const { id } = await given();
  const ask = `select * from announcement_readers(array['${id}']::uuid[])`;
  const rows = (db: { execute(text: string): Promise<unknown> }) => db.execute(ask);
  expect(await testDatabase().company(owner.companyId, (db) => rows(db as never))).toEqual([]);
  expect(await testDatabase().asPlatform((db) => rows(db as never))).toHaveLength(1);
});

test("reading is the user's own, once per edition, and repeats change nothing", async () => {
  const { id: announcementId } = await given();
  const [first, second] = [new Date("2026-05-04T10:00:00Z"), new Date("2026-05-04T11:00:00Z")];
  const read = (agent: GivenAgent, edition?: number, now = first) =>
    acting(agent, (ctx) => markAnnouncementRead(ctx, { announcementId, ...(edition && { edition }) }), now);
  await read(ana);
  await read(ana, 1, second);
  expect(await seenBy(ana, announcementId)).toMatchObject({ readAt: first.toISOString() });
  expect(await seenBy(bia, announcementId)).toMatchObject({ readAt: null });

  await asSuper(owner, (ctx) => changeAnnouncement(ctx, announcementId, { text: "De novo" }));
  expect(await seenBy(ana, announcementId)).toMatchObject({ edition: 2, readAt: null });
  // A device that was offline has read the first edition.
  await read(ana, 1, second);
  expect(await seenBy(ana, announcementId)).toMatchObject({ readAt: null });
  await read(ana, 9, second);
  expect(await seenBy(ana, announcementId)).toMatchObject({ readAt: second.toISOString() });
  await read(ana, 1);
  expect(await seenBy(ana, announcementId)).toMatchObject({ readAt: second.toISOString() });

  await asSuper(owner, (ctx) => changeAnnouncement(ctx, announcementId, { isActive: false }));
  expect(await refusal(read(bia))).toMatchObject({ code: "ERR_NO_ANNOUNCEMENT_FOUND" });
});

test("readings at once are all stored, and a deletion at the same time refuses the later ones", async () => {
  const { id: announcementId } = await given();
  const read = (agent: GivenAgent) =>
    refusal(acting(agent, (ctx) => markAnnouncementRead(ctx, { announcementId }))).then(({ code }) => code);
  const readAll = () => Promise.all(Array.from({ length: 6 }, () => [ana, bia, stranger].map(read)).flat());
  expect(new Set(await readAll())).toEqual(new Set(["nothing was refused"]));
  const [codes] = await Promise.all([readAll(), asSuper(owner, (ctx) => deleteAnnouncement(ctx, announcementId))]);
  expect(["nothing was refused", "ERR_NO_ANNOUNCEMENT_FOUND"]).toEqual(expect.arrayContaining([...new Set(codes)]));
  expect(await read(ana)).toBe("ERR_NO_ANNOUNCEMENT_FOUND");
});

test("a picture is png or jpeg by content and at most 5 MiB; readers of every company load it while it is active", async () => {
  const files = await store();
  const { id } = await given();
  const set = (name: string, bytes: Uint8Array) => asSuper(owner, (ctx) => setPicture(ctx, files, id, { name, bytes }));
  const wrong = ["<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a\u0001\u0000\u0001\u0000", "<html>", ""];
  for (const content of wrong)
    expect(await refusal(set("foto.png", Buffer.from(content)))).toMatchObject({ code: "ERR_FILE_TYPE" });
  const large = Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES)]);
  expect(await refusal(set("foto.png", large))).toMatchObject({ code: "ERR_FILE_TOO_LARGE" });

  const { picture } = await set("manutenção.png", png);
  const fileId = picture?.fileId ?? "";
  expect(picture).toMatchObject({ name: "manutenção.png", mimetype: "image/png", size: png.length });
  const found = (agent: GivenAgent, file = fileId) => acting(agent, (ctx) => findPicture(ctx, file));
  const stored = await found(stranger);
  expect(stored).toMatchObject({ id: fileId, mimetype: "image/png" });
  expect(Buffer.concat(await files.read(stored?.companyId ?? "", fileId).toArray())).toEqual(png);

  await asSuper(owner, (ctx) => changeAnnouncement(ctx, id, { isActive: false }));
  expect(await found(stranger)).toBeNull();
  expect(await found(owner)).not.toBeNull();
  await asSuper(owner, (ctx) => changeAnnouncement(ctx, id, { isActive: true }));
  const next = await set("outra.png", png);
  expect([await found(owner), await found(stranger, next.picture?.fileId)]).toEqual([null, expect.anything()]);
  await asSuper(owner, (ctx) => removePicture(ctx, id));
  expect(await seenBy(stranger, id)).toMatchObject({ picture: null, edition: 4 });
});

test("the nightly job removes pictures that no announcement uses, one day after their upload", async () => {
  const files = await store();
  const { id } = await given();
  const set = () => asSuper(owner, (ctx) => setPicture(ctx, files, id, { name: "a.png", bytes: png }));
  const [old, kept] = [(await set()).picture, (await set()).picture];
  const at = (days: number) => new Date(machineTime() + days * 86_400_000);
  const remove = (now: Date) => removeUnusedPictures(own.database.platform, files, now);
  expect(await remove(at(0.9))).toBe(0);
  expect(await remove(at(1.1))).toBe(1);
  const { companyId = "" } = (await acting(ana, (ctx) => findPicture(ctx, kept?.fileId ?? ""))) ?? {};
  expect((await files.list(companyId)).map((file) => file.id)).toEqual([kept?.fileId]);
  expect(old?.fileId).not.toBe(kept?.fileId);
});
