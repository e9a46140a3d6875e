import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proto } from "@whiskeysockets/baileys";
import { expect, test } from "vitest";
import { defaultConfig } from "../config.ts";
import { downloadMedia } from "./fetch-media.ts";

test("only the channel's own hosts are fetched from: a sender cannot point us into our own network", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("inside");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const imageMessage = { url: `http://127.0.0.1:${port}/secret`, mediaKey: Buffer.alloc(32, 1), mimetype: "image/png" };
  const message = Buffer.from(proto.Message.encode({ imageMessage }).finish()).toString("base64");
  const raw = { attrs: { id: "M1", from: "1@lid" }, message };
  await expect(downloadMedia(raw, join(tmpdir(), "never"), defaultConfig.isMediaHost)).rejects.toThrow();
  expect(asked).toEqual([]);
  server.close();
});

test.each([
  ["mmg.whatsapp.net", true],
  ["whatsapp.net.evil.example", false],
  ["evilwhatsapp.net", false],
  ["169.254.169.254", false],
])("%s: %s", (host, isOurs) => {
  expect(defaultConfig.isMediaHost(host)).toBe(isOurs);
});
