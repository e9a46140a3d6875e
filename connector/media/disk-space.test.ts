import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSample } from "../../sandbox/samples.ts";
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

test("media with a full disk waits without using up its attempts, and is downloaded when there is space", async () => {
  const full = await environment.connector({ jobs: true, diskReserveBytes: Number.MAX_SAFE_INTEGER });
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const { bytes, mimetype } = readSample("image");
  await environment.emulator.createContact({ name: "Ana" }).sendMedia(shop, "image", bytes, { mimetype });
  const owner = postgres(environment.ownerUrl, { max: 1 });
  const waiting = async () => {
    const rows = await owner.unsafe(`select id from pgboss.job
      where name = 'media.fetch' and state = 'created' and start_after > now() + interval '30 seconds'`);
    return rows.length;
  };
  await until(async () => (await waiting()) > 0 && (await company.messages()).length === 1);
  expect((await company.messages())[0]).toMatchObject({ mediaState: "pending" });
  await full.stop();

  await environment.connector({ jobs: true });
  // One minute later.
  await until(async () => {
    await owner.unsafe("update pgboss.job set start_after = now() where name = 'media.fetch' and state = 'created'");
    return (await company.messages())[0]?.mediaState === "ready";
  });
  await owner.end();
});
