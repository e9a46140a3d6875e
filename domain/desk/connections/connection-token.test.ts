import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ConnectionInput } from "../../../contracts/desk/connections.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  createConnection,
  type listConnections,
  makeToken,
  requireConnection,
  revokeToken,
  tokenHash,
  tokenLastUsedAt,
  updateConnection,
} from "./index.ts";

const { connections, externalCalls } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
});
const typed = () => randomBytes(18).toString("base64url");
let loja: Awaited<ReturnType<typeof listConnections>>[number];
beforeEach(async () => {
  await acting(company.admin, (ctx) => revokeToken(ctx, company.connection.id));
  loja = await acting(company.admin, (ctx) => requireConnection(ctx, company.connection.id));
});

const hashOf = async (of = company) =>
  (await acting(of.admin, (ctx) => requireConnection(ctx, of.connection.id))).tokenHash;
const save = (token: string, more: object = {}) =>
  acting(company.admin, (ctx) => updateConnection(ctx, loja.id, v.parse(ConnectionInput, { ...loja, token, ...more })));
const lastUsed = (agent = company.admin) => acting(agent, (ctx) => tokenLastUsedAt(ctx, company.connection.id));

async function givenCall(lastUsedAt: Date) {
  const call = { companyId: company.companyId, connectionId: loja.id, count: 1, since: lastUsedAt, lastUsedAt };
  await atDesk(company.companyId, (ctx) =>
    ctx.db
      .insert(externalCalls)
      .values(call)
      .onConflictDoUpdate({ target: [externalCalls.companyId, externalCalls.connectionId], set: { lastUsedAt } }),
  );
}

test("a token is stored as its SHA-256 in hex", () => {
  expect(tokenHash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(tokenHash("é\ud800")).toBe(tokenHash("é\uFFFD"));
});

test("a new token replaces the previous one and was never used", async () => {
  const first = await acting(company.admin, (ctx) => makeToken(ctx, loja.id));
  await givenCall(testNow());
  expect(await hashOf()).toBe(tokenHash(first));
  const second = await acting(company.admin, (ctx) => makeToken(ctx, loja.id));
  expect(second).toMatch(/^[\w-]{32}$/);
  expect([second !== first, await hashOf(), await lastUsed()]).toEqual([true, tokenHash(second), null]);
});

test("a revoked token leaves none, and revoking again changes nothing", async () => {
  await acting(company.admin, (ctx) => makeToken(ctx, loja.id));
  await givenCall(testNow());
  for (const _again of [1, 2]) await acting(company.admin, (ctx) => revokeToken(ctx, loja.id));
  expect([await hashOf(), await lastUsed()]).toEqual([null, null]);
});

test("only admins see when the token was last used, and another company's connection was never used", async () => {
  const at = new Date("2026-05-04T12:00:00Z");
  expect(await lastUsed()).toBeNull();
  await givenCall(at);
  expect([await lastUsed(), await lastUsed(company.ana), await lastUsed(other.admin)]).toEqual([at, null, null]);
});

test("agents and supervisors cannot make or revoke a token, and another company's connection does not exist", async () => {
  const supervisor = await givenAgent({ companyId: company.companyId, name: "Sueli", profile: "supervisor" });
  const token = await acting(company.admin, (ctx) => makeToken(ctx, loja.id));
  for (const verb of [makeToken, revokeToken]) {
    for (const agent of [company.ana, supervisor])
      expect((await refusal(acting<unknown>(agent, (ctx) => verb(ctx, loja.id)))).code).toBe("ERR_NO_PERMISSION");
    expect(await refusal(acting<unknown>(other.admin, (ctx) => verb(ctx, loja.id)))).toEqual({
      code: "ERR_NO_WAPP_FOUND",
      details: { id: loja.id },
    });
  }
  expect(await hashOf()).toBe(tokenHash(token));
});

test("a typed token is stored, kept by a form without one, and may be typed again", async () => {
  const token = typed();
  await save(token);
  expect(await hashOf()).toBe(tokenHash(token));
  await save("");
  expect(await hashOf()).toBe(tokenHash(token));
  await save(token);
  expect(await hashOf()).toBe(tokenHash(token));
});

test("a typed token that another connection of the company has is refused, and nothing of the form is stored", async () => {
  const token = typed();
  const input = v.parse(ConnectionInput, { name: `Filial ${token}`, token });
  const branch = await acting(company.admin, (ctx) => createConnection(ctx, input));
  expect(await refusal(save(token, { greetingMessage: "Oi" }))).toEqual({
    code: "ERR_VALIDATION",
    details: { fields: { token: "taken" } },
  });
  const rows = await atDesk(company.companyId, (ctx) =>
    ctx.db.select().from(connections).where(eq(connections.id, loja.id)),
  );
  expect(rows).toMatchObject([{ greetingMessage: "", tokenHash: null }]);
  const kept = await acting(company.admin, (ctx) => requireConnection(ctx, branch.id));
  expect(kept.tokenHash).toBe(tokenHash(token));
});

test("token search: a typed token that another company has is accepted like a free one, but opens nothing", async () => {
  const theirs = await acting(other.admin, (ctx) => makeToken(ctx, other.connection.id));
  const saved = await save(theirs, { greetingMessage: "Olá" });
  expect(saved).toMatchObject({ greetingMessage: "Olá", tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(saved.tokenHash).not.toBe(tokenHash(theirs));
  expect(await hashOf(other)).toBe(tokenHash(theirs));
  await save("", { greetingMessage: "" });
});
