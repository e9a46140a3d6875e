import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type GivenAgent, givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { pageOfAudit } from "../../account/audit/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { asSuper, refusal } from "../../testing.ts";
import { changeHelp, createHelp, deleteHelp, listHelps } from "./index.ts";

let owner: GivenAgent;
let admin: GivenAgent;
beforeAll(async () => {
  const company = await givenCompany();
  admin = company.admin;
  owner = await givenAgent({ companyId: company.companyId, name: "Dona", profile: "admin", isSuper: true });
});

const help = (title: string) => ({ title, video: "dQw4w9WgXcQ", description: "" });
const titles = async () => (await asSuper(owner, listHelps)).map(({ title }) => title);

test("a super user creates help videos, the newest last, changes and deletes them, and the audit says so", async () => {
  const [first, second] = [`Um ${randomUUID()}`, `Dois ${randomUUID()}`];
  const { id } = await asSuper(owner, (ctx) => createHelp(ctx, help(first)));
  const other = await asSuper(owner, (ctx) => createHelp(ctx, help(second)));
  expect((await titles()).filter((title) => [first, second].includes(title))).toEqual([first, second]);
  const changed = { ...help(`${first} agora`), video: "abcdefghijk" };
  expect(await asSuper(owner, (ctx) => changeHelp(ctx, id, changed))).toMatchObject({ id, ...changed });
  await asSuper(owner, (ctx) => changeHelp(ctx, id, changed));
  for (const each of [id, other.id]) await asSuper(owner, (ctx) => deleteHelp(ctx, each));
  expect((await titles()).filter((title) => [changed.title, second].includes(title))).toEqual([]);
  const { entries } = await asSuper(owner, (ctx) => pageOfAudit(ctx, { search: first }));
  expect(entries.reverse().map(({ action, changes }) => [action, changes])).toEqual([
    ["help.created", { title: [null, first], video: [null, "dQw4w9WgXcQ"], description: [null, ""] }],
    ["help.changed", { title: [first, changed.title], video: ["dQw4w9WgXcQ", "abcdefghijk"] }],
    ["help.deleted", {}],
  ]);
});

test("an admin who is not super may do none of it, and a video that does not exist is refused", async () => {
  const { id } = await asSuper(owner, (ctx) => createHelp(ctx, help("Primeiros passos")));
  const verbs: ((ctx: PlatformContext, of: string) => Promise<unknown>)[] = [
    (ctx, of) => changeHelp(ctx, of, help("Invadida")),
    deleteHelp,
  ];
  for (const verb of verbs) {
    expect(await refusal(asSuper(admin, (ctx) => verb(ctx, id)))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect(await refusal(asSuper(owner, (ctx) => verb(ctx, randomUUID())))).toMatchObject({
      code: "ERR_NO_HELP_FOUND",
    });
  }
  expect(await refusal(asSuper(admin, (ctx) => createHelp(ctx, help("Invadida"))))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  await asSuper(owner, (ctx) => deleteHelp(ctx, id));
});
