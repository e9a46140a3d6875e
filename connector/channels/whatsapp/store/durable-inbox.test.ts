import { EventEmitter } from "node:events";
import type { WASocket } from "@whiskeysockets/baileys";
import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../../db/testing/given.ts";
import { DurableInbox } from "./durable-inbox.ts";
import { FencedStore } from "./fenced-store.ts";
import { openSecretBox } from "./secret-box.ts";

test("the inbox keeps the order of first arrival for a message that is stored late, also after a reconnection", async () => {
  const database = testDatabase();
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 7, owner: "first" };
  await database.company(companyId, (db) => db.update(schema.connectionLeases).set({ epoch: 7, owner: "first" }));
  const inbox = new DurableInbox(new FencedStore(database, lease), openSecretBox("a secret for tests"), 0);
  const openInbox = () => {
    const ws = new EventEmitter();
    inbox.attach({ ws: Object.assign(ws, { prependListener: ws.on.bind(ws) }) } as unknown as WASocket);
    return (id: string) => ws.emit("CB:message", { tag: "message", attrs: { id, from: "5531@s.whatsapp.net" } });
  };
  const keep = (id: string) =>
    inbox.keepLate({ attrs: { id, from: "5531@s.whatsapp.net", t: "1" }, message: new Uint8Array() });

  const first = openInbox();
  for (const id of ["A", "B"]) first(id);
  await keep("B");
  const second = openInbox();
  for (const id of ["A", "C"]) second(id);
  await keep("A");
  await keep("C");

  const rows = await database.company(companyId, (db) =>
    db.select({ id: schema.inbox.providerId }).from(schema.inbox).orderBy(asc(schema.inbox.seq)),
  );
  expect(rows.map(({ id }) => id)).toEqual(["A", "B", "C"]);
});
