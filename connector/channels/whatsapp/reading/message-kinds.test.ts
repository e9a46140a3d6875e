import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { proto } from "@whiskeysockets/baileys";
import { describe, expect, test } from "vitest";
import { readActions } from "../../../../contracts/desk/bodies/action-text.ts";
import { hasUnknownField, messageKinds, protocolKinds } from "./message-kinds.ts";
import { normalise } from "./normalise.ts";

const declarations = readFileSync(
  createRequire(import.meta.url).resolve("@whiskeysockets/baileys/WAProto/index.d.ts"),
  "utf8",
);
/** The fields of a type in the library's declarations. */
function declaredFields(type: string): string[] {
  const begin = declarations.indexOf(`interface ${type} {`);
  const block = declarations.slice(begin, declarations.indexOf("}", begin));
  return [...block.matchAll(/^\s+(\w+)\?:/gm)].map(([, field = ""]) => field);
}

const attrs = { id: "M1", from: "5531988880001@s.whatsapp.net", t: "1763700000" };
const self = { id: "5531900000001:3@s.whatsapp.net" };
const readBytes = (message: Uint8Array) => normalise({ connectionId: "c", attrs, message, seq: 1 }, self);
const read = (content: Record<string, unknown>) =>
  readBytes(proto.Message.encode(proto.Message.fromObject(content)).finish());

describe("message kinds", () => {
  test("every field of the library's message type has a decision", () => {
    const declared = declaredFields("IMessage");
    expect(declared.length).toBeGreaterThan(90);
    expect(Object.keys(messageKinds).sort()).toEqual(declared.toSorted());
    const built = Object.keys(proto.Message.prototype).filter((field) => declared.includes(field));
    expect(built.sort()).toEqual(declared.toSorted());
  });

  test("every protocol message has a decision", () => {
    const types = Object.keys(proto.Message.ProtocolMessage.Type).filter((type) => !/^\d+$/.test(type));
    expect(Object.keys(protocolKinds).sort()).toEqual(types.sort());
  });

  test("every field of the table that is ignored says why", () => {
    const reasons = [...Object.values(messageKinds), ...Object.values(protocolKinds)].flatMap((decision) =>
      typeof decision === "object" ? [decision.ignored] : [],
    );
    expect(reasons.every((reason) => reason.length > 10)).toBe(true);
  });

  /** An empty message of each kind: the fields that nothing decides about would be dropped. */
  test.each(Object.entries(messageKinds))("an empty %s is handled as decided", (field, decision) => {
    const empty = field === "conversation" ? "" : {};
    const { type } = read({ [field]: empty });
    const isDropped = typeof decision === "object" || decision === "context" || decision === "change";
    expect(type).toBe(isDropped ? "nothing" : "message");
  });
});

type Row = {
  what: string;
  content: Record<string, unknown>;
  kind: string | null;
  body?: string;
  file?: string;
  mimetype?: string;
};
const rows: Row[] = JSON.parse(readFileSync(new URL("../../../../proof/field/messages.json", import.meta.url), "utf8"));

test.each(rows)("$what is read", ({ content, kind, body, file, mimetype }) => {
  const found = read(content);
  if (kind === null) return expect(found.type).toBe("nothing");
  if (found.type !== "message") throw new Error(`no message: ${found.type}`);
  expect([found.incoming.kind, found.incoming.body]).toEqual([kind, body]);
  if (file) expect(found.incoming.media?.name).toBe(file);
  if (mimetype) expect(found.incoming.media?.mimetype).toBe(mimetype);
});

test.each(rows.filter(({ body }) => /^(🔗|📞|📋|💠|📦)/mu.test(body ?? "")))(
  "$what has actions that the screen reads back",
  ({ body = "" }) => {
    const lines = body.split("\n").filter((line) => /^(🔗|📞|📋|💠|📦)/u.test(line));
    const parts = readActions(body) ?? [];
    expect(parts.filter((part) => typeof part !== "string")).toHaveLength(lines.length);
  },
);

test("the time of an event follows the company's time zone", () => {
  const found = read({ eventMessage: { name: "Visita", startTime: 1_796_065_200 } });
  if (found.type !== "message") throw new Error("no message");
  const at = (zone: string) => found.incoming.bodyIn?.(zone);
  expect(["America/Manaus", "Asia/Tokyo"].map(at)).toEqual([
    "📅 *Visita*\n30/11/2026 15:00",
    "📅 *Visita*\n01/12/2026 04:00",
  ]);
});

describe("a field that is newer than the library", () => {
  const bytesOf = (content: Record<string, unknown>) =>
    proto.Message.encode(proto.Message.fromObject(content)).finish();
  /** Field 3000, with a text of three letters. */
  const NEW = Uint8Array.from([0xc2, 0xbb, 0x01, 3, 111, 108, 97]);
  const withNew = (bytes: Uint8Array) => Uint8Array.from([...bytes, ...NEW]);
  const wrapped = (inner: Uint8Array) => {
    // ephemeralMessage { message } with the inner bytes.
    const message = Uint8Array.from([0x0a, inner.length, ...inner]);
    return Uint8Array.from([0xc2, 0x02, message.length, ...message]);
  };

  test("is stored raw and shown as unsupported, also inside a wrapper and beside keys", () => {
    expect(proto.Message.decode(wrapped(bytesOf({ conversation: "oi" }))).ephemeralMessage?.message?.conversation).toBe(
      "oi",
    );
    for (const bytes of [NEW, wrapped(NEW), withNew(bytesOf({ messageContextInfo: {} }))]) {
      const found = readBytes(bytes);
      if (found.type !== "message") throw new Error("dropped");
      expect(found.incoming).toMatchObject({ kind: "unsupported", body: "" });
      expect(Buffer.from(String(found.incoming.raw?.message), "base64")).toEqual(Buffer.from(bytes));
    }
  });

  test("beside a known text changes nothing", () => {
    const found = readBytes(withNew(bytesOf({ conversation: "oi" })));
    expect(found).toMatchObject({ incoming: { kind: "chat", body: "oi" } });
  });

  test("is not seen in messages of known fields, nor in broken bytes", () => {
    for (const { content } of rows) expect(hasUnknownField(bytesOf(content))).toBe(false);
    expect(hasUnknownField(Uint8Array.from([0xff, 0xff, 0xff]))).toBe(false);
    expect(hasUnknownField(new Uint8Array())).toBe(false);
  });
});
