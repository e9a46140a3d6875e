import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { asc } from "drizzle-orm";
import { Hono } from "hono";
import { type CompanyDb, claimKey, type Database, schema } from "../../db/index.ts";
import { grantedAccounts, keepEvents, linkAccounts, openMetaBox } from "../../domain/desk/meta/index.ts";
import type { Actor, Context } from "../../domain/ground/context.ts";
import { openGraph } from "../../outside/graph/index.ts";
import { type StartedMeta, startMeta } from "../../sandbox/testing/start-meta.ts";
import { agentOf } from "./agent-actions.ts";
import { SECRET_KEY, until } from "./given-connection.ts";

export const box = openMetaBox(SECRET_KEY);

/** Starts the sandbox for Meta with a webhook that stores its events and can be made to fail. */
export async function startPages(database: Database) {
  const meta = await startMeta();
  const webhook = { isAway: false, refused: 0, received: [] as unknown[] };
  const app = new Hono()
    .get("/", (c) => c.text(c.req.query("hub.challenge") ?? ""))
    .post("/", async (c) => {
      if (webhook.isAway) {
        webhook.refused += 1;
        return c.text("away", 503);
      }
      const body = await c.req.json();
      webhook.received.push(body);
      await keepEvents(database, box, body, new Date());
      return c.text("ok");
    });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  await meta.events.subscribe(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, "v");
  return {
    ...meta,
    webhook,
    stop() {
      meta.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Pages = Awaited<ReturnType<typeof startPages>>;

/** Creates a company that has linked one page with its Instagram account. */
export async function givenPage(database: Database, meta: StartedMeta, which = 0) {
  const companyId = randomUUID();
  const inside = <T>(work: (db: CompanyDb) => Promise<T>) => database.company(companyId, work);
  const dueDate = new Date(Date.now() + 86_400_000);
  await inside(async (db) => {
    await db.insert(schema.companies).values({ id: companyId, name: companyId, dueDate });
    await claimKey(db, { companyId, kind: "company", key: companyId, rowId: companyId });
  });
  const actor = { companyId, id: randomUUID(), name: "Marina", profile: "admin", queueIds: [] } as unknown as Actor;
  const act = <T>(work: (ctx: Context) => Promise<T>) =>
    inside((db) => work({ db, companyId, actor, device: "Teste", now: new Date() }));
  const { helena } = meta.people;
  const page = helena.pages[which];
  if (!page?.instagram) throw new Error("the page has no Instagram account");
  const facebookUserToken = await meta.token(helena, { addInstagram: true, pages: [page.id] });
  const grant = { facebookUserId: helena.id, facebookUserToken, addInstagram: true };
  const granted = await grantedAccounts(openGraph(meta.config), grant);
  const { connections } = await act((ctx) => linkAccounts(ctx, box, granted));
  const [facebook, instagram] = connections;
  if (!facebook || !instagram) throw new Error("no connection was linked");
  const statusOf = async (id: string) =>
    (await inside((db) => db.select().from(schema.connections))).find((one) => one.id === id)?.status;
  const { messages } = schema;
  const company = {
    companyId,
    connectionId: facebook.id,
    inside,
    act,
    accounts: { facebook: page.id, instagram: page.instagram.id },
    connections: { facebook: facebook.id, instagram: instagram.id },
    messages: () =>
      inside((db) => db.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.seq), asc(messages.id))),
    tickets: () => inside((db) => db.select().from(schema.tickets)),
    contacts: () => inside((db) => db.select().from(schema.contacts)),
    bodies: async () => (await company.messages()).map(({ body }) => body),
    untilConnected: () =>
      until(
        async () => (await statusOf(facebook.id)) === "CONNECTED" && (await statusOf(instagram.id)) === "CONNECTED",
      ),
    statusOf,
    agent: (dataDir: string) => agentOf(company, dataDir),
  };
  return company;
}
export type PageCompany = Awaited<ReturnType<typeof givenPage>>;
