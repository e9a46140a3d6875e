import { readFileSync } from "node:fs";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSample } from "../../sandbox/samples.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

const heic = readFileSync(new URL("../../proof/field/files/foto.heic", import.meta.url));

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector({ jobs: true });
});
afterAll(() => environment.close());

test("a HEIC picture is stored as JPEG; one that cannot be converted as a document with its original", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana" });
  await ana.sendMedia(shop, "image", heic, { mimetype: "image/heic", caption: "a foto" });
  await ana.sendMedia(shop, "image", heic.subarray(0, 900), { mimetype: "image/heic" });
  await until(async () => (await company.messages()).filter(({ mediaState }) => mediaState === "ready").length === 2);
  const [good, broken] = await company.messages();
  expect(good).toMatchObject({
    mediaType: "image",
    mediaMimetype: "image/jpeg",
    mediaName: "image.jpg",
    body: "a foto",
  });
  expect(broken).toMatchObject({ mediaType: "document", mediaMimetype: "image/heic", mediaSize: 900 });
});

test("a picture and its copy in higher quality are one message with the better file, in either order", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana" });
  const [small, large] = [readSample("sticker").bytes, readSample("image").bytes];
  const { id } = await ana.sendMedia(shop, "image", small, { mimetype: "image/webp", caption: "a caneca" });
  await ana.sendMedia(shop, "image", large, { mimetype: "image/jpeg", hdOf: id });
  await ana.sendMedia(shop, "image", large, { mimetype: "image/jpeg", hdOf: "LATER" });
  await ana.sendMedia(shop, "image", small, { id: "LATER", mimetype: "image/webp", caption: "de novo" });
  await until(async () => {
    const all = await company.messages();
    return all.length === 2 && all.every(({ mediaSize, body }) => mediaSize === large.length && body !== "");
  });
  expect((await company.messages()).map(({ body, providerId }) => [body, providerId])).toEqual([
    ["a caneca", id],
    ["de novo", "LATER"],
  ]);
});

test("the first copy is shown while the better one cannot be fetched", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana" });
  const { bytes } = readSample("image");
  const { id } = await ana.sendMedia(shop, "image", bytes, { mimetype: "image/jpeg" });
  const imageMessage = { mimetype: "image/jpeg", directPath: "/nowhere", mediaKey: new Uint8Array(32), fileLength: 9 };
  const parentMessageKey = { remoteJid: shop.jid, fromMe: true, id };
  const associationType = proto.MessageAssociation.AssociationType.HD_IMAGE_DUAL_UPLOAD;
  const messageContextInfo = { messageAssociation: { associationType, parentMessageKey } };
  await ana.send(shop, { associatedChildMessage: { message: { imageMessage } }, messageContextInfo });
  await until(async () => (await company.messages())[0]?.mediaState === "ready");
  const [message, ...others] = await company.messages();
  expect([message?.mediaSize, others]).toEqual([bytes.length, []]);
});
