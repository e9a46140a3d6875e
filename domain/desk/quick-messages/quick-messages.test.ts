import { randomUUID } from "node:crypto";
import { max, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessages,
  quickMessageDocuments,
  requireQuickMessage,
  updateQuickMessage,
} from "./index.ts";

const words = { shortcode: "horario", message: "Atendemos das 8h às 18h.", isGeneral: false, fileId: null };
const general = { ...words, shortcode: "geral", isGeneral: true };

async function givenFile({ companyId, id: userId }: GivenAgent, mimetype: string, name = "mapa.png") {
  const file = { companyId, id: randomUUID(), userId, mimetype, name, size: 3, sha256: "0".repeat(64) };
  await testDatabase().company(companyId, (tx) => tx.insert(schema.files).values({ ...file, isComplete: true }));
  return file.id;
}

async function newestRev({ companyId }: GivenAgent) {
  return testDatabase().company(companyId, async (tx) => {
    await tx.execute(sql`select number_changes(${companyId})`);
    const [row] = await tx.select({ rev: max(schema.changes.rev) }).from(schema.changes);
    return row?.rev ?? 0;
  });
}

test("a private message is readable by its author and by managers, a general one by everyone", async () => {
  const { ana, bia, admin } = await givenCompany();
  const own = await acting(ana, (ctx) => createQuickMessage(ctx, words));
  const forAll = await acting(admin, (ctx) => createQuickMessage(ctx, general));
  const again = await acting(ana, (ctx) => createQuickMessage(ctx, { ...words, id: own.id, message: "Outra" }));
  expect([again.id, again.message]).toEqual([own.id, words.message]);
  const seenBy = async (agent: GivenAgent) => (await acting(agent, listQuickMessages)).map(({ id }) => id);
  expect(await seenBy(ana)).toEqual([forAll.id, own.id]);
  expect(await seenBy(bia)).toEqual([forAll.id]);
  expect(await refusal(acting(bia, (ctx) => requireQuickMessage(ctx, own.id)))).toMatchObject({
    code: "ERR_NO_QUICK_MESSAGE_FOUND",
  });
  expect(await acting(admin, (ctx) => requireQuickMessage(ctx, own.id))).toMatchObject({ id: own.id, fileName: null });
  // For answering, a colleague's own message is never listed; users who manage them can read all.
  expect(await seenBy(admin)).toEqual([forAll.id]);
  const kept = async (agent: GivenAgent) =>
    (await acting(agent, (ctx) => quickMessageDocuments(ctx))).map(({ id }) => id).sort();
  expect([await kept(admin), await kept(ana), await kept(bia)]).toEqual([
    [own.id, forAll.id].sort(),
    [own.id, forAll.id].sort(),
    [forAll.id],
  ]);
});

test("a user changes and deletes only their own private ones; admins and supervisors any", async () => {
  const { companyId, ana, bia, admin } = await givenCompany();
  const supervisor = await givenAgent({ companyId, profile: "supervisor" });
  const own = await acting(ana, (ctx) => createQuickMessage(ctx, words));
  const forAll = await acting(supervisor, (ctx) => createQuickMessage(ctx, general));
  const change = { message: "Das 9h às 18h." };
  for (const refused of await Promise.all(
    [
      acting(ana, (ctx) => createQuickMessage(ctx, general)),
      acting(ana, (ctx) => updateQuickMessage(ctx, own.id, { isGeneral: true })),
      acting(ana, (ctx) => updateQuickMessage(ctx, forAll.id, change)),
      acting(ana, (ctx) => deleteQuickMessage(ctx, forAll.id)),
    ].map(refusal),
  ))
    expect(refused).toMatchObject({ code: "ERR_NO_PERMISSION" });
  for (const refused of await Promise.all(
    [
      acting(bia, (ctx) => updateQuickMessage(ctx, own.id, change)),
      acting(bia, (ctx) => deleteQuickMessage(ctx, own.id)),
    ].map(refusal),
  ))
    expect(refused).toMatchObject({ code: "ERR_NO_QUICK_MESSAGE_FOUND" });
  expect(await acting(ana, (ctx) => updateQuickMessage(ctx, own.id, change))).toMatchObject({
    ...change,
    shortcode: "horario",
  });
  // Once general, it no longer belongs to its author.
  await acting(admin, (ctx) => updateQuickMessage(ctx, own.id, { isGeneral: true }));
  expect(await refusal(acting(ana, (ctx) => deleteQuickMessage(ctx, own.id)))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  await acting(supervisor, (ctx) => deleteQuickMessage(ctx, own.id));
  expect((await acting(ana, listQuickMessages)).map(({ id }) => id)).toEqual([forAll.id]);
});

test("a quick message accepts a png or jpeg of its author, and nothing else", async () => {
  const { ana, bia } = await givenCompany();
  const picture = await givenFile(ana, "image/png");
  const own = await acting(ana, (ctx) => createQuickMessage(ctx, { ...words, fileId: picture }));
  expect(await acting(ana, (ctx) => requireQuickMessage(ctx, own.id))).toMatchObject({ fileName: "mapa.png" });
  const [film, foreign] = [await givenFile(ana, "video/mp4", "filme.jpg"), await givenFile(bia, "image/jpeg")];
  const give = (fileId: string | null) => acting(ana, (ctx) => updateQuickMessage(ctx, own.id, { fileId }));
  expect(await refusal(give(film))).toMatchObject({ code: "ERR_FILE_TYPE" });
  expect(await refusal(give(foreign))).toMatchObject({ code: "ERR_NO_FILE_FOUND" });
  expect(await refusal(acting(ana, (ctx) => createQuickMessage(ctx, { ...words, fileId: film })))).toMatchObject({
    code: "ERR_FILE_TYPE",
  });
  expect(await give(null)).toMatchObject({ fileId: null, message: words.message });
});

test("an edit over another user's later edit is a conflict, over one's own it is not", async () => {
  const { companyId, admin } = await givenCompany();
  const supervisor = await givenAgent({ companyId, profile: "supervisor" });
  const { id } = await acting(admin, (ctx) => createQuickMessage(ctx, general));
  const baseRev = await newestRev(admin);
  const edit = (agent: GivenAgent, message: string, rev: number) =>
    acting(agent, (ctx) => updateQuickMessage(ctx, id, { message }, { baseRev: rev }));
  await edit(admin, "Um", baseRev);
  await edit(admin, "Dois", baseRev);
  const seen = await newestRev(admin);
  await edit(supervisor, "Três", seen);
  const refused = await refusal(edit(admin, "Quatro", seen));
  expect(refused).toMatchObject({ code: "ERR_EDIT_CONFLICT", details: { quickMessage: { message: "Três" } } });
  await edit(admin, "Quatro", await newestRev(admin));
  expect(await acting(admin, (ctx) => requireQuickMessage(ctx, id))).toMatchObject({ message: "Quatro" });
});

test("another company's quick message is neither read, changed nor deleted", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const theirs = await acting(other.admin, (ctx) => createQuickMessage(ctx, general));
  for (const refused of await Promise.all(
    [
      acting(own.admin, (ctx) => requireQuickMessage(ctx, theirs.id)),
      acting(own.admin, (ctx) => updateQuickMessage(ctx, theirs.id, { message: "Minha" })),
      acting(own.admin, (ctx) => deleteQuickMessage(ctx, theirs.id)),
    ].map(refusal),
  ))
    expect(refused).toMatchObject({ code: "ERR_NO_QUICK_MESSAGE_FOUND" });
  expect(await acting(own.admin, listQuickMessages)).toEqual([]);
});
