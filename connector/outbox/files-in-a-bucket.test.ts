import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFileStore, readFilesAddress } from "../../outside/file-store/index.ts";
import { startS3StandIn } from "../../outside/file-store/testing/s3-stand-in.ts";
import { agentOf } from "../testing/agent-actions.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

let environment: TestEnvironment;
const s3 = await startS3StandIn("arquivos");
for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
const filesAddress = readFilesAddress({ FILES_URL: "s3://arquivos", AWS_ENDPOINT_URL_S3: s3.endpoint }, "");

beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector({ acceptWithinMs: 400, jobs: true, filesAddress });
});
afterAll(async () => {
  await environment.close();
  await s3.stop();
});

test("a customer's file is stored in the bucket; an agent's file is sent from it once, also after the bucket was away", async () => {
  const { emulator, database, dataDir } = environment;
  const { company, shop } = await givenLinkedConnection(database, emulator);
  const store = openFileStore(filesAddress, dataDir);
  const agent = agentOf(company, dataDir, store);
  const ana = emulator.createContact({ name: "Ana Prado" });
  const photo = randomBytes(30_000);
  await ana.sendMedia(shop, "image", photo);
  await until(async () => (await company.messages()).some(({ fileId }) => fileId !== null));
  const [received] = await company.messages();
  expect(s3.objects.get(`${company.companyId}/${received?.fileId}`)?.bytes.equals(photo)).toBe(true);

  const sent = Buffer.concat([Buffer.from("%PDF-1.4 "), randomBytes(20_000)]);
  const fileId = await agent.keepFile("lista.pdf", sent);
  const [ticket] = await company.tickets();
  // All three attempts of one call fail, so the outbox itself has to retry.
  s3.faults.push("busy", "busy", "busy");
  const id = await agent.write(ticket?.id ?? "", "a lista", { fileId });
  await until(async () => (await company.messages()).some((one) => one.id === id && (one.ack ?? 0) >= 1));
  const arrived = [...ana.messages.values()].filter(({ fromMe }) => !fromMe);
  expect(arrived.map(({ receivedCount }) => receivedCount)).toEqual([1]);
  expect(s3.faults).toEqual([]);
});
