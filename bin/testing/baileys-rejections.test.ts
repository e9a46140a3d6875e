import { expect, test } from "vitest";
import { isOfBaileys } from "./baileys-rejections.ts";

const inBaileys = "    at end (/x/node_modules/@whiskeysockets/baileys/lib/Socket/socket.js:540:22)";
const inNode = "    at process.processTicksAndRejections (node:internal/process/task_queues:103:5)";
const inOther = "    at new Boom (/x/node_modules/@hapi/boom/lib/index.js:1:2)";
const ours = "    at send (/x/connector/outbox/send.ts:3:4)";

test.each([
  ["a known rejection", "Connection was lost", [inBaileys, ours], true],
  ["behind frames of Node and of another package", "Timed Out", [inNode, inOther, inBaileys], true],
  ["a message that is not known", "Cannot read properties of undefined", [inBaileys], false],
  ["thrown by code of ours", "Timed Out", [ours, inBaileys], false],
  ["without a place", "Connection Closed", [], false],
])("%s: %s", (_, message, frames, expected) => {
  const stack = [`Error: ${message}`, ...frames].join("\n");
  expect(isOfBaileys({ message, stack })).toBe(expected);
});
