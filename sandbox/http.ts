import type { Context } from "hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import * as v from "valibot";
import { detectMimetype } from "../domain/desk/files/index.ts";
import { createAi } from "./ai/index.ts";
import * as companyPhone from "./company-phone.ts";
import type { ConversationReader } from "./conversation-reader.ts";
import * as customer from "./customer-phone.ts";
import { createMailPage, Mailbox } from "./mail/index.ts";
import { createMeta } from "./meta/index.ts";
import { PageActions } from "./meta/page-actions.ts";
import { createPage } from "./page.ts";
import { createPayments } from "./payments/index.ts";
import type { PhoneDirectory } from "./phone-directory.ts";
import { SandboxError } from "./sandbox-error.ts";
import { createTypebot } from "./typebot.ts";
import {
  type Change,
  Chat,
  CompanyMessage,
  Edit,
  FaultChange,
  MessageRef,
  NewCall,
  NewMessage,
  NewPicture,
  PairingCode,
  Reaction,
  Reading,
  type ShownFaults,
} from "./wire.ts";

const MAX_BODY = 25 * 1024 * 1024;
const HEARTBEAT_MS = 15_000;

/** Used without access to Balcão's tables: reports no messages. */
const emptyReader: ConversationReader = {
  readDemoAccount: async () => null,
  readConversation: async () => ({ messages: [], wasTransferred: false }),
};

/** Creates the HTTP interface of the phones, and the page that uses it. */
export function createHttp(
  phones: PhoneDirectory,
  reader: ConversationReader = emptyReader,
  mailbox: Mailbox = new Mailbox(),
) {
  const app = new Hono();
  const meta = createMeta(phones.emulator.store, undefined, () =>
    phones.emulator.emitChange({ type: "message", account: "meta" }),
  );
  const pages = new PageActions(meta.chats, meta.phones);
  const payments = createPayments(phones.emulator.store, () =>
    phones.emulator.emitChange({ type: "payment", account: "payments" }),
  );
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: () => Promise.reject(new SandboxError("ERR_BODY_TOO_LARGE")) }));
  app.onError((error, c) => {
    if (error instanceof SandboxError) return c.json({ error: error.code }, error.status);
    if (isClosedByClient(error)) return c.body(null, 400);
    phones.emulator.emit("problem", error);
    return c.json({ error: "ERR_INTERNAL" }, 500);
  });
  app.notFound(() => Promise.reject(new SandboxError("ERR_NOT_FOUND")));

  app.route("/", companyPhoneRoutes(phones, pages, meta));
  app.route("/", customerRoutes(phones, pages));
  app.get("/sandbox/desk", async (c) => {
    const chat = validate(Chat, c.req.query());
    // The id of a page's message is Meta's, which the rows in Balcão do not carry.
    const isPage = pages.isPage(chat.connectionId);
    const ids = isPage ? [] : (await customer.listMessages(phones, chat)).map(({ id }) => id);
    return c.json(await reader.readConversation(chat.connectionId, ids));
  });
  app.get("/sandbox/demo-account", async (c) => c.json(await reader.readDemoAccount()));
  app.get("/sandbox/events", (c) => streamChanges(c, phones));
  app.route("/sandbox/typebot", createTypebot());
  app.route("/sandbox/ai", createAi());
  app.route("/sandbox/meta", meta.app);
  app.route("/sandbox", createMailPage(mailbox));
  app.route("/sandbox/payments", payments.app);
  app.route("/", payments.stripe);
  app.route("/sandbox", createPage());
  return app;
}

/** The phone or page of a company: linked devices, messages that it writes, faults of its network. */
function companyPhoneRoutes(phones: PhoneDirectory, pages: PageActions, meta: ReturnType<typeof createMeta>) {
  const app = new Hono();
  app.get("/sandbox/connections", async (c) => c.json([...(await phones.listConnections()), ...pages.list()]));
  app.post("/sandbox/connections/:id/scan", async (c) => c.json(await companyPhone.scanQr(phones, c.req.param("id"))));
  app.post("/sandbox/connections/:id/unlink", async (c) =>
    c.json(await companyPhone.unlink(phones, c.req.param("id"))),
  );
  app.post("/sandbox/connections/:id/code", async (c) => {
    const { code } = await parse(c, PairingCode);
    return c.json(await companyPhone.enterCode(phones, c.req.param("id"), code));
  });
  app.post("/sandbox/phone-messages", async (c) => {
    const message = await parse(c, CompanyMessage);
    return c.json(
      pages.isPage(message.connectionId) ? pages.writeAsPage(message) : await companyPhone.write(phones, message),
    );
  });
  app.post("/sandbox/faults", async (c) => {
    const change = await parse(c, FaultChange);
    if (!pages.isPage(change.connectionId))
      return c.json((await companyPhone.changeFaults(phones, change)) satisfies ShownFaults);
    // For pages, the answers to sends get lost instead of receipts.
    if (change.loseReceipts !== undefined) meta.faults.loseAnswers = change.loseReceipts ? 1_000_000 : 0;
    if (change.refuseSends !== undefined)
      meta.faults.refuse = change.refuseSends ? { code: 551, subcode: 1_545_041, times: 1_000_000 } : null;
    if (change.delayMs !== undefined) meta.faults.delayMs = change.delayMs;
    if (change.deliverTwice !== undefined) meta.events.times = change.deliverTwice ? 2 : 1;
    const { loseAnswers, refuse, delayMs } = meta.faults;
    const deliverTwice = meta.events.times > 1;
    const faults: ShownFaults = { loseReceipts: loseAnswers > 0, refuseSends: refuse !== null, delayMs, deliverTwice };
    return c.json(faults);
  });
  return app;
}

/** The calls that act as customers. */
function customerRoutes(phones: PhoneDirectory, pages: PageActions) {
  const app = new Hono();
  app.get("/sandbox/customers", async (c) => {
    const id = c.req.query("connectionId") ?? "";
    return c.json(pages.isPage(id) ? pages.people(id) : await customer.listCustomers(phones, id));
  });
  app.get("/sandbox/messages", async (c) => {
    const chat = validate(Chat, c.req.query());
    return c.json(pages.isPage(chat.connectionId) ? pages.messages(chat) : await customer.listMessages(phones, chat));
  });
  app.post("/sandbox/messages", async (c) => {
    const message = await parse(c, NewMessage);
    return c.json(
      pages.isPage(message.connectionId) ? pages.write(message) : await customer.sendMessage(phones, message),
    );
  });
  app.post("/sandbox/calls", async (c) => c.json(await customer.call(phones, await parse(c, NewCall))));
  app.post("/sandbox/read", async (c) => {
    const read = await parse(c, Reading);
    return c.json(pages.isPage(read.connectionId) ? pages.read(read) : await customer.readChat(phones, read));
  });
  app.post("/sandbox/edit", async (c) => {
    const edited = await parse(c, Edit);
    return c.json(pages.isPage(edited.connectionId) ? pages.edit(edited) : await customer.editMessage(phones, edited));
  });
  app.post("/sandbox/delete", async (c) => {
    const ref = await parse(c, MessageRef);
    return c.json(pages.isPage(ref.connectionId) ? pages.remove(ref) : await customer.deleteMessage(phones, ref));
  });
  app.post("/sandbox/react", async (c) => {
    const wanted = await parse(c, Reaction);
    return c.json(pages.isPage(wanted.connectionId) ? pages.react(wanted) : await customer.react(phones, wanted));
  });
  app.post("/sandbox/typing", async (c) => {
    const chat = await parse(c, Chat);
    // Messenger does not report typing to a page.
    return c.json(pages.isPage(chat.connectionId) ? {} : await customer.startTyping(phones, chat));
  });
  app.post("/sandbox/picture", async (c) => c.json(await customer.showPicture(phones, await parse(c, NewPicture))));
  app.get("/sandbox/media/:id", async (c) => {
    const { bytes } = await customer.readMedia(phones, c.req.param("id"));
    return c.body(new Uint8Array(bytes), 200, {
      // The response is served on Balcão's own origin, where the sender's MIME type could make it a script.
      "content-type": await detectMimetype(bytes),
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  });
  return app;
}

/** The client closed the connection before its request had been received completely. */
const isClosedByClient = (error: Error): boolean => "code" in error && error.code === "ECONNRESET";

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

/** Streams an event at each change, without the changed data: the page fetches it again. */
function streamChanges(c: Context, { emulator }: PhoneDirectory) {
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
