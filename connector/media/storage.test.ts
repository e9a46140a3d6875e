import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GibiByte } from "../../contracts/desk/messages.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { readSample } from "../../sandbox/samples.ts";
import { fetchUnstored } from "../jobs/retention.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

test("a file that finds the company's storage full is not stored, its message is, and it is fetched with room", async () => {
  const { database, emulator } = environment;
  await environment.connector({ jobs: true });
  const { company, shop } = await givenLinkedConnection(database, emulator);
  const { companyId } = company;
  const film = { companyId, id: randomUUID(), name: "filme.mp4", size: GibiByte, sha256: "", isComplete: true };
  await company.inside(async (db) => {
    await db.update(schema.companies).set({ storageGbLimit: 1 }).where(eq(schema.companies.id, companyId));
    await db.insert(schema.files).values(film);
  });
  const { bytes, mimetype } = readSample("image");
  const contact = emulator.createContact({ name: "Ana" });
  await contact.sendMedia(shop, "image", bytes, { mimetype });
  await until(async () => (await company.messages())[0]?.mediaState === "failed");
  expect((await company.messages())[0]).toMatchObject({ mediaError: "ERR_PLAN_LIMIT_STORAGE", fileId: null });
  // Other messages arrive as ever.
  await contact.sendText(shop, "Bom dia!");
  await until(async () => (await company.messages()).some(({ body }) => body === "Bom dia!"));

  await company.inside((db) => db.delete(schema.files).where(eq(schema.files.id, film.id)));
  await fetchUnstored(database, testNow());
  await until(async () => (await company.messages())[0]?.mediaState === "ready");
  expect((await company.messages())[0]).toMatchObject({ mediaError: null });
});
