import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Secrets, schema } from "../db/index.ts";
import { openSecretBox } from "./channels/whatsapp/store/secret-box.ts";
import { givenLinkedConnection, openTestEnvironment, type TestEnvironment, until } from "./testing/given-connection.ts";

const FORMER = "the former key of the tests, long enough";
const PRESENT = "the present key of the tests, long enough";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

test("a number stays linked while its key is replaced: no QR code, and each message is stored once", async () => {
  const { database, emulator } = environment;
  const start = (owner: string, secrets: Secrets) => environment.connector({ owner, secrets, jobs: true });
  const first = await start("former key", [FORMER]);
  const { company, shop } = await givenLinkedConnection(database, emulator);
  const ana = emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "antes");
  await until(async () => (await company.messages()).length === 1);
  await first.stop();

  const second = await start("both keys", [PRESENT, FORMER]);
  await company.untilStatus("CONNECTED");
  await ana.sendText(shop, "durante");
  await until(async () => (await company.messages()).length === 2);
  const opensAll = async () => {
    const rows = await company.inside((db) => db.select().from(schema.channelKeys));
    const box = openSecretBox(PRESENT);
    return rows.every(({ type, id, data }) => {
      try {
        return box.open(data, `${company.companyId}/${company.connectionId}/${type}/${id}`).length > 0;
      } catch {
        return false; // sealed with the former key
      }
    });
  };
  await until(opensAll);
  await second.stop();

  await start("present key", [PRESENT]);
  await company.untilStatus("CONNECTED");
  await ana.sendText(shop, "depois");
  await until(async () => (await company.messages()).length === 3);
  expect((await company.messages()).map(({ body }) => body)).toEqual(["antes", "durante", "depois"]);
  const [{ qrcode, reason } = { qrcode: "?", reason: "?" }] = await company.inside((db) =>
    db.select().from(schema.connections).where(eq(schema.connections.id, company.connectionId)),
  );
  expect([qrcode, reason, shop.companions.size]).toEqual(["", null, 1]);
});
