import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import * as v from "valibot";
import * as customer from "./customer-phone.ts";
import * as desk from "./desk-phone.ts";
import type { Change } from "./emulator.ts";
import { createMeta } from "./meta/index.ts";
import { createPage } from "./page.ts";
import type { PhoneLines } from "./phone-lines.ts";
import { sampleTypes } from "./samples.ts";
import { SandboxError } from "./sandbox-error.ts";
import { createTypebot } from "./typebot.ts";

const MAX_BODY = 25 * 1024 * 1024;
const HEARTBEAT_MS = 15_000;

const Chat = v.object({ connectionId: v.string(), number: v.string() });
const MessageRef = v.object({ ...Chat.entries, id: v.string() });
const NewMessage = v.pipe(
  v.object({
    connectionId: v.string(),
    from: v.string(),
    name: v.optional(v.string()),
    body: v.optional(v.string()),
    quotedId: v.optional(v.string()),
    media: v.optional(
      v.object({
        type: v.picklist(sampleTypes),
        mimetype: v.optional(v.string()),
        fileName: v.optional(v.string()),
        base64: v.optional(v.pipe(v.string(), v.base64())),
        sample: v.optional(v.unknown()),
      }),
    ),
  }),
  v.check(({ body, media }) => Boolean(body || media)),
);
const FaultChange = v.object({
  connectionId: v.string(),
  drop: v.optional(v.boolean()),
  refuseSends: v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  loseReceipts: v.optional(v.boolean()),
  delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60_000))),
});

/** The phones over HTTP, and the page to play with them. */
export function createHttp(lines: PhoneLines) {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: () => Promise.reject(new SandboxError("ERR_BODY_TOO_LARGE")) }));
  app.onError((error, c) => {
    if (error instanceof SandboxError) return c.json({ error: error.code }, error.status);
    lines.emulator.emit("problem", error);
    return c.json({ error: "ERR_INTERNAL" }, 500);
  });
  app.notFound(() => Promise.reject(new SandboxError("ERR_NOT_FOUND")));

  app.get("/sandbox/connections", async (c) => c.json(await lines.listConnections()));
  app.post("/sandbox/connections/:id/scan", async (c) => c.json(await desk.scanQr(lines, c.req.param("id"))));
  app.post("/sandbox/connections/:id/unlink", async (c) => c.json(await desk.unlink(lines, c.req.param("id"))));
  app.post("/sandbox/connections/:id/code", async (c) => {
    const { code } = await parse(c, v.object({ code: v.string() }));
    return c.json(await desk.enterCode(lines, c.req.param("id"), code));
  });
  app.post("/sandbox/phone-messages", async (c) => {
    const words = v.object({ ...Chat.entries, body: v.pipe(v.string(), v.nonEmpty()) });
    return c.json(await desk.write(lines, await parse(c, words)));
  });
  app.post("/sandbox/faults", async (c) => c.json(await desk.changeFaults(lines, await parse(c, FaultChange))));

  app.get("/sandbox/customers", async (c) =>
    c.json(await customer.listCustomers(lines, c.req.query("connectionId") ?? "")),
  );
  app.get("/sandbox/messages", async (c) => c.json(await customer.listMessages(lines, validate(Chat, c.req.query()))));
  app.post("/sandbox/messages", async (c) => c.json(await customer.sendMessage(lines, await parse(c, NewMessage))));
  app.post("/sandbox/calls", async (c) => {
    const isVideo = v.optional(v.boolean());
    const call = v.object({ connectionId: v.string(), from: v.string(), name: v.optional(v.string()), isVideo });
    return c.json(await customer.call(lines, await parse(c, call)));
  });
  app.post("/sandbox/read", async (c) => {
    const chat = v.object({ ...Chat.entries, played: v.optional(v.boolean()) });
    return c.json(await customer.readChat(lines, await parse(c, chat)));
  });
  app.post("/sandbox/edit", async (c) => {
    const edit = v.object({ ...MessageRef.entries, body: v.pipe(v.string(), v.nonEmpty()) });
    return c.json(await customer.editMessage(lines, await parse(c, edit)));
  });
  app.post("/sandbox/delete", async (c) => c.json(await customer.deleteMessage(lines, await parse(c, MessageRef))));
  app.post("/sandbox/react", async (c) => {
    const reaction = v.object({ ...MessageRef.entries, emoji: v.string() });
    return c.json(await customer.react(lines, await parse(c, reaction)));
  });
  app.post("/sandbox/typing", async (c) => c.json(await customer.startTyping(lines, await parse(c, Chat))));
  app.get("/sandbox/media/:id", async (c) => {
    const { bytes, mimetype } = await customer.readMedia(lines, c.req.param("id"));
    return c.body(new Uint8Array(bytes), 200, { "content-type": mimetype, "x-content-type-options": "nosniff" });
  });
  app.get("/sandbox/events", (c) => streamChanges(c, lines));
  app.route("/sandbox/typebot", createTypebot());
  app.route("/sandbox/meta", createMeta(lines.emulator.store));
  app.route("/sandbox", createPage());
  return app;
}

async function parse<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const text = await c.req.text();
  return validate(schema, parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SandboxError("ERR_MALFORMED_JSON");
  }
}

function validate<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const { success, output } = v.safeParse(schema, input);
  if (!success) throw new SandboxError("ERR_VALIDATION");
  return output;
}

/** Tells the page that something changed, not what: it asks again. */
function streamChanges(c: Context, { emulator }: PhoneLines) {
  return streamSSE(c, async (stream) => {
    const send = (change: Change) => void stream.writeSSE({ data: JSON.stringify(change) });
    emulator.on("change", send);
    stream.onAbort(() => void emulator.off("change", send));
    while (!stream.aborted) {
      await stream.write(": alive\n\n");
      await stream.sleep(HEARTBEAT_MS);
    }
  });
}
