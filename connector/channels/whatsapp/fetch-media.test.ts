import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { proto, type WASocket } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WhatsAppEmulator } from "../../../sandbox/index.ts";
import { sealMedia } from "../../../sandbox/media-cipher.ts";
import { defaultConfig, sandboxMediaHosts } from "../../config.ts";
import { downloadMedia, fetchMedia } from "./fetch-media.ts";
import { libraryFetchOptions } from "./library-fetch.ts";
import { mediaAddress } from "./media-blob.ts";

let emulator: WhatsAppEmulator;
/** A server in the local network; counts connections. */
const inner = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let connections = 0;
let innerPort = 0;
beforeAll(async () => {
  emulator = await WhatsAppEmulator.start({});
  tls.setDefaultCACertificates([...tls.getCACertificates(), emulator.media.caPem]);
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  innerPort = (inner.address() as AddressInfo).port;
});
afterAll(async () => {
  inner.close();
  await emulator.stop();
});

const rawOf = (imageMessage: proto.Message.IImageMessage) => ({
  attrs: { id: "M1", from: "1@lid" },
  message: Buffer.from(proto.Message.encode({ imageMessage }).finish()).toString("base64"),
});
const mediaKey = Buffer.alloc(32, 1);
const { mediaHosts } = defaultConfig;

/** The library concatenates directPath and host as strings. `PORT` is the port of a server in the local network. */
const hostile: [string, { url?: string; directPath?: string }][] = [
  ["a suffix of the host", { directPath: ".evil.example/x" }],
  ["a suffix that resolves to this machine", { directPath: ".localhost:PORT/x" }],
  ["another port", { directPath: ":PORT/x" }],
  ["another host behind a user name", { directPath: "@127.0.0.1:PORT/x" }],
  ["a user name and a password", { directPath: ":x@127.0.0.1:PORT/x" }],
  ["a protocol-relative address", { directPath: "//127.0.0.1:PORT/x" }],
  ["backslashes", { directPath: "\\\\127.0.0.1:PORT/x" }],
  ["a slash and a backslash", { directPath: "/\\127.0.0.1:PORT/x" }],
  ["a tab between slashes", { directPath: "/\t/127.0.0.1:PORT/x" }],
  ["a line break between slashes", { directPath: "/\n/127.0.0.1:PORT/x" }],
  ["a whole address", { directPath: "https://127.0.0.1:PORT/x" }],
  ["a relative path", { directPath: "x" }],
  ["a space", { directPath: " /x" }],
  ["a url of our own network", { url: "https://127.0.0.1:PORT/x" }],
  ["a url over plain HTTP", { url: "http://mmg.whatsapp.net/x" }],
  ["a url with another port", { url: "https://mmg.whatsapp.net:PORT/x" }],
  ["a url that begins like the host", { url: "https://mmg.whatsapp.net.evil.example/x" }],
  ["a url that ends like the host", { url: "https://evilwhatsapp.net/x" }],
  ["a url without a path", { url: "https://web.whatsapp.net" }],
  ["a hostile path beside a good url", { url: "https://mmg.whatsapp.net/x", directPath: "@127.0.0.1:PORT/x" }],
  ["a message without an address", {}],
];

test.each(hostile)("SSRF by a sender's message: downloadMedia sends no request for %s", async (_what, place) => {
  const filled = Object.fromEntries(
    Object.entries(place).map(([field, value]) => [field, value.replace("PORT", String(innerPort))]),
  );
  const path = join(tmpdir(), randomUUID());
  const before = connections;
  const raw = rawOf({ ...filled, mediaKey, mimetype: "image/png" });
  await expect(downloadMedia(raw, path, mediaHosts)).rejects.toThrow(/not allowed|not a path|no address/);
  // The sandbox's policy allows this machine, so there only the path rule protects.
  if (filled.directPath) {
    const url = `https://${emulator.media.host}/x`;
    const inSandbox = downloadMedia(rawOf({ url, ...filled, mediaKey }), path, sandboxMediaHosts);
    await expect(inSandbox).rejects.toThrow("not a path");
  }
  expect([connections - before, existsSync(path)]).toEqual([0, false]);
});

test("mediaAddress joins a directPath to the host of an allowed url, or to the channel's media host", () => {
  const directPath = "/v/t62.7118-24/x.enc?ccb=11-4&oh=01_Q5A&mms3=true";
  const address = (url?: string) => mediaAddress({ url, directPath }, mediaHosts).href;
  expect(address("https://media-gru1-1.cdn.whatsapp.net/old")).toBe(
    `https://media-gru1-1.cdn.whatsapp.net${directPath}`,
  );
  for (const other of [undefined, "https://web.whatsapp.net", "https://evil.example/old"])
    expect(address(other)).toBe(`https://mmg.whatsapp.net${directPath}`);
  expect(mediaAddress({ url: "https://mmg.whatsapp.net/d/f/x.enc" }, mediaHosts).pathname).toBe("/d/f/x.enc");
});

test("SSRF: downloadMedia rejects content that was not encrypted for the message, and keeps no file", async () => {
  const { blob, fields } = await sealMedia(randomBytes(100_000), "image");
  const path = join(tmpdir(), randomUUID());
  const fetched = (content: Buffer) =>
    downloadMedia(rawOf({ ...fields, ...emulator.media.put(content) }), path, sandboxMediaHosts);
  await fetched(blob);
  expect(readFileSync(path).length).toBe(100_000);
  const changed = Buffer.from(blob);
  changed.writeUInt8(changed.readUInt8(50_000) ^ 1, 50_000);
  for (const content of [changed, blob.subarray(0, -16), Buffer.alloc(0), Buffer.from("aws-secret"), randomBytes(26)])
    await expect(fetched(content)).rejects.toThrow("MAC");
  await rm(path);
  await expect(fetched(changed)).rejects.toThrow("MAC");
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
});

test("SSRF by a sender's phone: fetchMedia checks the address from a second upload too", async () => {
  const { blob, fields } = await sealMedia(randomBytes(1_000), "image");
  const place = emulator.media.put(blob);
  emulator.media.expire(place.directPath);
  const path = join(tmpdir(), randomUUID());
  const fetchedAgain = (directPath: string) => {
    const sock = {
      refreshMediaConn: async () => {},
      updateMediaMessage: async ({ message }: { message: proto.IMessage }) => {
        const url = `https://${emulator.media.host}${directPath}`;
        Object.assign(message.imageMessage ?? {}, { directPath, url });
      },
    };
    return fetchMedia(sock as unknown as WASocket, rawOf({ ...fields, ...place }), path, sandboxMediaHosts);
  };
  await expect(fetchedAgain(`@127.0.0.1:${innerPort}/x`)).rejects.toThrow("not a path");
  expect(connections).toBe(0);
  await fetchedAgain(emulator.media.put(blob).directPath);
  expect(readFileSync(path).length).toBe(1_000);
});

test("libraryFetchOptions applies the allow-list and the size limit to the library's own downloads", async () => {
  const { url } = emulator.media.put(Buffer.from("a part of the past"));
  const limits = { timeoutMs: 5_000, maxBytes: 1_000 };
  const load = async (address: string, policy = sandboxMediaHosts) => {
    const answer = await fetch(address, libraryFetchOptions({ ...policy, ...limits })).catch((error) => {
      throw error.cause ?? error;
    });
    return answer.text();
  };
  expect(await load(url)).toBe("a part of the past");
  await expect(load(url, mediaHosts)).rejects.toThrow("not allowed");
  await expect(load(`https://mmg.whatsapp.net:${innerPort}/x`, mediaHosts)).rejects.toThrow("not allowed");
  const { url: large } = emulator.media.put(Buffer.alloc(2_000));
  await expect(load(large)).rejects.toThrow("larger than");
  expect(connections).toBe(0);
});
