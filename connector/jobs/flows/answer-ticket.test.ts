import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { serve } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, giveTo } from "../../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { claimTurn } from "../../../domain/desk/automation/index.ts";
import { receiveMessage } from "../../../domain/desk/messages/index.ts";
import { textFrom } from "../../../domain/testing.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { publicHostsAnd } from "../../../outside/untrusted-fetch/index.ts";
import { createTypebot } from "../../../sandbox/typebot.ts";
import { openCompanyTransactions } from "../../company-transactions.ts";
import { doDueWork } from "../../testing/do-due-work.ts";
import { flowTurns } from "../due-work.ts";

const logger = pino({ level: "silent" });
const folder = mkdtempSync(`${tmpdir()}/balcao-flows-`);
const calls: string[] = [];
let own: OwnDatabase;
let origin: string;
let server: ReturnType<typeof serve>;

beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  const app = new Hono();
  app.use(async (c, next) => {
    calls.push(c.req.path.split("/").at(-1) ?? "");
    await next();
  });
  app.route("/sandbox/typebot", createTypebot());
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await own.drop();
  rmSync(folder, { recursive: true });
});

async function givenFlow(slug: string) {
  const { companyId, queue, connection } = await givenCompany();
  const transactions = openCompanyTransactions(own.database, openSequencer(own.database), logger);
  const set = { typebotEnabled: true, typebotUrl: `${origin}/sandbox/typebot`, typebotSlug: slug, typebotDelayMs: 0 };
  await transactions.runAndNumber(companyId, (ctx) =>
    ctx.db.update(schema.queues).set(set).where(eq(schema.queues.id, queue.id)),
  );
  const files = openDiskFileStore(folder);
  const parts = { database: own.database, transactions, files, logger, hosts: publicHostsAnd([origin]) };
  return {
    ...{ companyId, transactions },
    async write(body: string): Promise<string> {
      const { ticketId } = await transactions.runAndNumber(companyId, (ctx) =>
        receiveMessage(ctx, textFrom(connection.id, { body })),
      );
      return ticketId ?? "";
    },
    /** Does the due turns with several connectors at once. */
    async run(count = 1) {
      await Promise.all(Array.from({ length: count }, () => doDueWork([flowTurns(parts)], parts)));
    },
    async sentBodies(): Promise<string[]> {
      const rows = await transactions.run(companyId, (ctx) =>
        ctx.db
          .select()
          .from(schema.messages)
          .where(eq(schema.messages.fromMe, true))
          .orderBy(schema.messages.createdAt),
      );
      return rows.map(({ body, mediaType }) => body || mediaType);
    },
  };
}

test("two connectors send each input to the flow once", async () => {
  const flow = await givenFlow("eco");
  calls.length = 0;
  await flow.write("oi");
  await flow.run(3);
  await flow.write("um");
  await flow.write("dois");
  await flow.run(3);
  expect(calls).toEqual(["startChat", "continueChat", "continueChat"]);
  expect(await flow.sentBodies()).toEqual(["Diga algo.", "um", "dois"]);
});

test("a turn with an unknown outcome is repeated in a new session and answered once", async () => {
  const flow = await givenFlow("loja");
  const ticketId = await flow.write("oi");
  await flow.run();
  await flow.write("Oleiros");
  await flow.run();
  await flow.write("1");
  // Another connector claims the turn and dies, perhaps after the request.
  const claimed = await flow.transactions.runAndNumber(flow.companyId, (ctx) => claimTurn(ctx, ticketId));
  expect(claimed).toMatchObject({ input: "Ver o catálogo", replay: null });
  await flow.run();
  expect((await flow.sentBodies()).length).toBe(4);
  await flow.transactions.runAndNumber(flow.companyId, (ctx) =>
    ctx.db
      .update(schema.flowTurns)
      .set({ claimedUntil: new Date(0) })
      .where(eq(schema.flowTurns.id, claimed?.id ?? "")),
  );
  calls.length = 0;
  await flow.run(2);
  expect(calls).toEqual(["startChat", "continueChat", "continueChat", "catalogo.jpg"]);
  expect((await flow.sentBodies()).slice(4)).toEqual(["image", "Mais em nosso site (https://loja.example/catalogo)"]);
});

test("another company cannot claim a ticket's turn", async () => {
  const [one, other] = [await givenFlow("eco"), await givenFlow("eco")];
  const ticketId = await one.write("oi");
  expect(await other.transactions.runAndNumber(other.companyId, (ctx) => claimTurn(ctx, ticketId))).toBeUndefined();
  await one.run();
  expect(await other.sentBodies()).toEqual([]);
});

test.each([
  ["deactivated", { isActive: false }, { isActive: true }],
  ["suspended", { dueDate: new Date(testTime() - 31 * 86_400_000) }, { dueDate: new Date(testTime() + 86_400_000) }],
])("the flows of a %s company rest, and answer afterwards", async (_state, off, on) => {
  const flow = await givenFlow("eco");
  const change = (values: object) =>
    flow.transactions.run(flow.companyId, ({ db }) =>
      db.update(schema.companies).set(values).where(eq(schema.companies.id, flow.companyId)),
    );
  await flow.write("oi");
  calls.length = 0;
  await change(off);
  await flow.run(2);
  expect([calls, await flow.sentBodies()]).toEqual([[], []]);
  await change(on);
  await flow.run(2);
  expect([calls, await flow.sentBodies()]).toEqual([["startChat"], ["Diga algo."]]);
});
