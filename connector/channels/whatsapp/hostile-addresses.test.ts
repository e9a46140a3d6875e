import dns from "node:dns";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { schema } from "../../../db/index.ts";
import { sandboxMediaHosts } from "../../config.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../../testing/given-connection.ts";

let environment: TestEnvironment;
let connections = 0;
/** Stands for a host that an attacker's address names. */
const target = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let directPath: string;

beforeAll(async () => {
  environment = await openTestEnvironment();
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  directPath = `.evil.example:${(target.address() as AddressInfo).port}/x`;
  const real = dns.lookup;
  vi.spyOn(dns, "lookup").mockImplementation(((name: string, ...rest: [object, () => void]) =>
    real(name.endsWith(".evil.example") ? "localhost" : name, ...rest)) as never);
  const { host } = environment.emulator.media;
  await environment.connector({
    jobs: true,
    mediaHosts: { ...sandboxMediaHosts, isAllowed: (url) => url.host === host },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  target.close();
  await environment.close();
});

test("SSRF through the real client: a customer's directPath is refused and the message's media fails", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const eve = environment.emulator.createContact({ name: "Eve" });
  const imageMessage = { directPath, mediaKey: Buffer.alloc(32, 1), mimetype: "image/jpeg", fileLength: 100 };
  await eve.send(shop, { imageMessage });
  await until(async () => (await company.messages())[0]?.mediaState === "failed");
  expect(connections).toBe(0);
});

test("SSRF through the real client: history is not fetched from an address that the linked phone chose", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const [companion] = shop.companions.values();
  if (!companion) throw new Error("no device is linked");
  const historySyncNotification = {
    syncType: proto.HistorySync.HistorySyncType.RECENT as number,
    directPath,
    mediaKey: Buffer.alloc(32, 1),
    progress: 100,
  };
  const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION;
  await shop.sendPeerMessage(companion, { protocolMessage: { type, historySyncNotification } });
  // The library's own download fails before the acknowledgement; ours is tried five times and then given up.
  await until(async () => {
    const rows = await company.inside((db) => db.select().from(schema.inbox));
    return rows.some(({ attrs }) => attrs.category === "peer" && attrs["desk-error"] !== undefined);
  });
  const ana = environment.emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "ainda de pé");
  await until(async () => (await company.messages()).some(({ body }) => body === "ainda de pé"));
  expect(connections).toBe(0);
});
