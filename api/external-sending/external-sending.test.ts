import { randomBytes, randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { CALLS_PER_MINUTE } from "../../contracts/desk/external-sending.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { openMetrics, replaceKey, schema } from "../../db/index.ts";
import { givenCompany, givenContact, givenPhoneNumber, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { mutate, mutation, nastyTexts } from "../../db/testing/nasty.ts";
import { withoutNinthDigit } from "../../db/testing/phone-numbers.ts";
import { tokenHash } from "../../domain/desk/connections/index.ts";
import { phoneMatchKey } from "../../domain/desk/contacts/index.ts";
import { createApp } from "../app.ts";
import { type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

let given: GivenApp;
const failures: string[] = [];
beforeAll(async () => {
  given = await givenApp({}, pino({ level: "error" }, { write: (line: string) => failures.push(line) }));
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (name = "foto.png") => new File([pixel], name);

type Headers = Record<string, string>;
type App = Pick<GivenApp["app"], "request">;

async function answered(response: Response) {
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
}

function form(texts: Record<string, string>, files: File[] = []): FormData {
  const data = new FormData();
  for (const [name, text] of Object.entries(texts)) data.append(name, text);
  for (const file of files) data.append("medias", file);
  return data;
}

/** Creates a company whose connection has a token, with helpers for the test. */
async function givenSender() {
  const company = await givenCompany();
  const { companyId, connection } = company;
  const token = randomBytes(24).toString("base64url");
  const inside = <T>(work: Parameters<ReturnType<typeof testDatabase>["company"]>[1]) =>
    testDatabase().company(companyId, work) as Promise<T>;
  const setToken = (value: string) =>
    inside(async (tx) => {
      const hash = value ? tokenHash(value) : null;
      await tx.update(schema.connections).set({ tokenHash: hash }).where(eq(schema.connections.id, connection.id));
      if (hash) await replaceKey(tx, { companyId, kind: "token", key: hash, rowId: connection.id });
    });
  await setToken(token);
  const call = async (body: unknown, headers: Headers = {}, app: App = given.app) =>
    answered(
      await app.request("/api/messages/send", {
        method: "POST",
        body: body instanceof FormData ? body : JSON.stringify(body),
        headers: {
          ...(!(body instanceof FormData) && { "content-type": "application/json" }),
          authorization: `Bearer ${token}`,
          ...headers,
        },
      }),
    );
  type Row = typeof schema.messages.$inferSelect;
  const messages = () => inside<Row[]>((tx) => tx.select().from(schema.messages).orderBy(schema.messages.createdAt));
  return { ...company, token, setToken, inside, call, messages };
}

test("a message to an unknown number creates a contact and waits in the outbox of the token's connection", async () => {
  const { call, messages, connection, inside } = await givenSender();
  const number = givenPhoneNumber();
  const { status, body } = await call({ number: `+${number}`, body: "Seu pedido saiu." });
  expect([status, body]).toMatchObject([200, { messages: [{ mediaType: "chat" }], number }]);
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    id: body.messages[0].id,
    ticketId: body.ticketId,
    contactId: body.contactId,
    connectionId: connection.id,
    body: "Seu pedido saiu.",
    fromMe: true,
    userId: null,
    ack: 0,
    acceptedAt: null,
  });
  expect(message?.sendAfter).not.toBeNull();
  // Sending does not reopen the ticket; a reply of the contact does.
  expect(await inside((tx) => tx.select().from(schema.tickets))).toMatchObject([{ status: "closed" }]);
});

test("a message joins the open ticket, waits while the connection is down, and leaves the bot on", async () => {
  const { call, companyId, connection, queue, ana, inside } = await givenSender();
  const contact = await givenContact({ companyId });
  const place = { companyId, contactId: contact.id, connectionId: connection.id, queueId: queue.id };
  await givenTicket({ ...place, status: "closed", userId: ana.id });
  const open = await givenTicket({ ...place, status: "pending", isBot: true });
  await inside((tx) => tx.update(schema.connections).set({ status: "DISCONNECTED" }));
  expect(await call({ number: Number(contact.number), body: "Lembrete" })).toMatchObject({
    status: 200,
    body: { ticketId: open.id, contactId: contact.id },
  });
  const [after] = await inside<{ status: string; isBot: boolean; userId: null }[]>((tx) =>
    tx.select().from(schema.tickets).where(eq(schema.tickets.id, open.id)),
  );
  expect(after).toMatchObject({ status: "pending", isBot: true, userId: null });
});

test("the channel's spelling of a number is kept, however the integrator writes it", async () => {
  const { call, companyId } = await givenSender();
  const nine = givenPhoneNumber();
  const eight = withoutNinthDigit(nine);
  const contact = await givenContact({ companyId, number: eight });
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.contactAddresses).set({ matchKey: phoneMatchKey(eight) }),
  );
  expect((await call({ number: nine, body: "oi" })).body).toMatchObject({ contactId: contact.id, number: eight });
});

test("files are sent one by one with their captions, their types detected from the content", async () => {
  const { call, messages } = await givenSender();
  const number = givenPhoneNumber();
  const data = form({ number, body: "Sua nota" }, [picture(), new File(["um, dois"], "lista.txt")]);
  const sent = await call(data);
  expect(sent).toMatchObject({ status: 200, body: { messages: [{ mediaType: "image" }, { mediaType: "document" }] } });
  // Clients of this family give the file's name as its text.
  await call(form({ number, body: "foto.png" }, [picture()]));
  const rows = (await messages()).map(({ body, mediaName, mediaMimetype }) => [body, mediaName, mediaMimetype]);
  expect(rows).toEqual([
    ["Sua nota", "foto.png", "image/png"],
    ["", "lista.txt", "text/plain"],
    ["", "foto.png", "image/png"],
  ]);
  expect((await call(form({ number, body: "Só texto" }))).body.messages).toMatchObject([{ mediaType: "chat" }]);
});

test.each<[string, unknown, number, string]>([
  ["no such number", { number: "12", body: "oi" }, 400, "ERR_WAPP_INVALID_CONTACT"],
  ["no number", { body: "oi" }, 400, "ERR_VALIDATION"],
  ["nothing to send", { number: givenPhoneNumber(), body: "  " }, 400, "ERR_MESSAGE_EMPTY"],
  ["a form with nothing in it", form({ number: givenPhoneNumber() }), 400, "ERR_MESSAGE_EMPTY"],
  ["a form without a number", form({ body: "oi" }, [picture()]), 400, "ERR_VALIDATION"],
  ["an empty file", form({ number: givenPhoneNumber() }, [new File([], "a.txt")]), 400, "ERR_MESSAGE_EMPTY"],
  ["a file that is no file", form({ number: givenPhoneNumber(), medias: "foto.png" }), 400, "ERR_VALIDATION"],
  [
    "eleven files",
    form(
      { number: givenPhoneNumber() },
      Array.from({ length: 11 }, () => picture()),
    ),
    400,
    "ERR_VALIDATION",
  ],
  ["not what its name says", form({ number: givenPhoneNumber() }, [new File(["oi"], "a.png")]), 415, "ERR_FILE_TYPE"],
  [
    "a picture too large",
    form({ number: givenPhoneNumber() }, [new File([pixel, new Uint8Array(17 << 20)], "a.png")]),
    413,
    "ERR_FILE_TOO_LARGE",
  ],
  [
    "a program",
    form({ number: givenPhoneNumber() }, [new File(["MZ".padEnd(400, "\u0001")], "a.exe")]),
    415,
    "ERR_FILE_TYPE",
  ],
])("%s is refused with its code, and nothing is stored", async (_what, body, status, code) => {
  const { call, messages, inside } = await givenSender();
  expect(await call(body, { "idempotency-key": "a" })).toMatchObject({ status, body: { code } });
  expect(await messages()).toEqual([]);
  expect(await inside((tx) => tx.select().from(schema.contacts))).toEqual([]);
  // A refused call does not consume its key.
  expect((await call({ number: givenPhoneNumber(), body: "oi" }, { "idempotency-key": "a" })).status).toBe(200);
});

test("no token, an empty one, another company's, a user's bearer and a cookie get the same 401", async () => {
  const { call, admin, setToken, messages } = await givenSender();
  const client = await givenSignedIn(given, admin);
  await setToken("");
  const wanted = { number: givenPhoneNumber(), body: "oi" };
  const tries = ["", "Bearer", "Bearer  ", "Bearer x", `Bearer ${client.token}`, "Basic eDp5", "Bearer \u00e9"];
  const answers = await Promise.all(
    tries.map((authorization) => call(wanted, { authorization, cookie: client.cookie })),
  );
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      401,
      { error: "Acesso não permitido", code: "ERR_UNKNOWN_TOKEN", details: { code: "ERR_UNKNOWN_TOKEN" } },
    ]);
  }
  expect(await messages()).toEqual([]);
});

test("another company's token sends in that company only", async () => {
  const [mine, theirs] = await Promise.all([givenSender(), givenSender()]);
  const contact = await givenContact({ companyId: mine.companyId });
  const wanted = { number: contact.number, body: "oi" };
  const sent = await theirs.call(wanted, { "idempotency-key": "pedido 1" });
  expect(sent.body.contactId).not.toBe(contact.id);
  expect(await mine.messages()).toEqual([]);
  expect(await theirs.messages()).toHaveLength(1);
  // The same key with another connection's token is another message.
  const own = await mine.call({ ...wanted, body: "outro" }, { "idempotency-key": "pedido 1" });
  expect([own.status, own.body.contactId]).toEqual([200, contact.id]);
});

test("a repeated idempotency key returns the first answer, and other content under it is refused", async () => {
  const { call, messages, setToken } = await givenSender();
  const key = { "idempotency-key": "pedido-77" };
  const number = givenPhoneNumber();
  const first = await call({ number, body: "oi" }, key);
  const again = await call({ body: "oi", number: `+${number}`, unknown: 1 }, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  for (const other of [
    { number, body: "oi!" },
    { number: givenPhoneNumber(), body: "oi" },
    form({ number, body: "oi" }, [picture()]),
  ])
    expect(await call(other, key)).toMatchObject({ status: 422, body: { code: "ERR_KEY_REUSED" } });
  // The key belongs to the connection and survives a new token.
  const token = randomBytes(24).toString("base64url");
  await setToken(token);
  expect((await call({ number, body: "oi" }, { ...key, authorization: `Bearer ${token}` })).body).toEqual(first.body);
  expect(await messages()).toHaveLength(1);
  for (const bad of ["", " ", "x".repeat(256)])
    expect(
      await call({ number, body: "oi" }, { "idempotency-key": bad, authorization: `Bearer ${token}` }),
    ).toMatchObject({ status: 400, body: { code: "ERR_VALIDATION" } });
});

test("concurrent calls under one key send one message, with and without files", async () => {
  const { call, messages } = await givenSender();
  const number = givenPhoneNumber();
  for (const body of [() => ({ number, body: "oi" }), () => form({ number }, [picture()])]) {
    const key = { "idempotency-key": randomBytes(4).toString("hex") };
    const before = (await messages()).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(body(), key)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(await messages()).toHaveLength(before + 1);
  }
});

test("concurrent calls to an unknown number send each message, to one contact in one ticket", async () => {
  const { call, messages } = await givenSender();
  const number = givenPhoneNumber();
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => call({ number, body: String(n) })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set((await messages()).map(({ contactId, ticketId }) => contactId + ticketId)).size).toBe(1);
  expect(await messages()).toHaveLength(5);
});

/**
 * Returns an app whose transaction fails once: rolled back ("lost"), or committed while the caller gets an error
 * ("unheard").
 */
function dying(end: "lost" | "unheard") {
  let left = 1;
  const { database } = given.deps;
  const company: typeof database.company = async (companyId, work, options) => {
    const isCount = left === 0;
    if (isCount || options?.isReading) return database.company(companyId, work, options);
    const result = await database.company(
      companyId,
      async (tx) => {
        const done = await work(tx);
        const [written] = await tx.select({ id: schema.messages.id }).from(schema.messages).limit(1);
        if (written && end === "lost") {
          left -= 1;
          throw new Error("the connection was cut");
        }
        return { done, isWritten: written !== undefined };
      },
      options,
    );
    if (!result.isWritten) return result.done;
    left -= 1;
    throw new Error("nobody knows whether it was done");
  };
  return createApp({ ...given.deps, database: { ...database, company }, metrics: openMetrics(database) });
}

test.each(["lost", "unheard"] as const)(
  "a transaction that is %s: a retry with the same key sends one message",
  async (end) => {
    const { call, messages } = await givenSender();
    const app = dying(end);
    const key = { "idempotency-key": "pedido 9" };
    const body = () => form({ number: "5531988886666", body: "Nota" }, [picture()]);
    expect((await call(body(), key, app)).status).toBe(500);
    expect(await messages()).toHaveLength(end === "lost" ? 0 : 1);
    const [second, third] = [await call(body(), key, app), await call(body(), key)];
    expect([second.status, third.body]).toEqual([200, second.body]);
    expect((await messages()).map(({ id }) => ({ id, mediaType: "image" }))).toEqual(second.body.messages);
    failures.length = 0;
  },
);

test("a token above its limit gets 429 with the seconds to wait; another connection's token is not limited", async () => {
  const [busy, other] = await Promise.all([givenSender(), givenSender()]);
  await busy.inside((tx) =>
    tx.insert(schema.externalCalls).values({
      companyId: busy.companyId,
      connectionId: busy.connection.id,
      count: CALLS_PER_MINUTE - 1,
      since: testNow(),
    }),
  );
  const wanted = { number: givenPhoneNumber(), body: "oi" };
  expect((await busy.call(wanted)).status).toBe(200);
  const refused = await busy.call(wanted);
  expect(refused).toMatchObject({ status: 429, body: { code: "ERR_TOO_MANY_ATTEMPTS" } });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  expect((await other.call(wanted)).status).toBe(200);
  await busy.inside((tx) => tx.update(schema.externalCalls).set({ since: sql`now() - interval '61 seconds'` }));
  expect((await busy.call(wanted)).status).toBe(200);
});

test("an address that tries tokens must wait, even with a valid one", async () => {
  const { call } = await givenSender();
  const from = { "x-forwarded-for": `10.77.${randomInt(250)}.${randomInt(250)}` };
  const tries = await Promise.all(
    Array.from({ length: 55 }, (_, n) => call({ number: "1" }, { ...from, authorization: `Bearer wrong${n}` })),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(50);
  const wanted = { number: givenPhoneNumber(), body: "oi" };
  expect(await call(wanted, from)).toMatchObject({ status: 429 });
  expect((await call(wanted)).status).toBe(200);
});

test("a Facebook page cannot send to a number, and a company past its due date sends nothing", async () => {
  const { call, inside } = await givenSender();
  const wanted = { number: givenPhoneNumber(), body: "oi" };
  await inside((tx) => tx.update(schema.connections).set({ channel: "facebook" }));
  expect((await call(wanted)).body.code).toBe("ERR_CHANNEL_WITHOUT_NUMBERS");
  await inside((tx) => tx.update(schema.companies).set({ dueDate: new Date(0) }));
  expect(await call(wanted)).toMatchObject({ status: 400, body: { code: "ERR_SUBSCRIPTION_EXPIRED" } });
});

test("the reference describes the header, both bodies, the answer and the refusals", async () => {
  const { paths } = await (await given.app.request("/openapi.json")).json();
  const { parameters, requestBody, responses } = paths["/api/messages/send"].post;
  expect(parameters).toMatchObject([{ in: "header", name: "Idempotency-Key" }]);
  expect(Object.keys(requestBody.content).sort()).toEqual(["application/json", "multipart/form-data"]);
  expect(Object.keys(responses).sort()).toEqual(["200", "400", "401", "409", "413", "415", "422", "429"]);
  expect(JSON.stringify(responses[200])).toContain("ticketId");
});

describe("a connection's token", () => {
  const wanted = () => ({ number: givenPhoneNumber(), body: "oi" });
  const asAdmin = async (sender: Awaited<ReturnType<typeof givenSender>>) => {
    const client = await givenSignedIn(given, sender.admin);
    const path = `/whatsapp/${sender.connection.id}`;
    const change = (token: string) =>
      client.send("PUT", path, { name: "Loja", isDefault: true, greetingMessage: "Oi", queueIds: [], token });
    return { client, path, change };
  };
  const opens = async (sender: Awaited<ReturnType<typeof givenSender>>, token: string) =>
    (await sender.call(wanted(), { authorization: `Bearer ${token}` })).status === 200;

  test("is created by the server, shown once and stored as a hash; admins see its last use", async () => {
    const sender = await givenSender();
    const { client, path } = await asAdmin(sender);
    const made = await client.send("POST", `${path}/token`);
    const token = made.body.token as string;
    expect([made.status, token]).toEqual([200, expect.stringMatching(/^[\w-]{32}$/)]);
    expect(await opens(sender, sender.token)).toBe(false);
    expect((await client.get(path)).body).toMatchObject({ token: "", hasToken: true, tokenLastUsedAt: null });
    expect(await opens(sender, token)).toBe(true);
    const shown = await client.get(path);
    expect(shown.body.tokenLastUsedAt).toMatch(/^\d{4}-/);
    const stored = await sender.inside((tx) => tx.select().from(schema.connections));
    expect(JSON.stringify([stored, shown.body, (await client.get("/whatsapp")).body])).not.toContain(token);
    expect(JSON.stringify((await client.get("/whatsapp")).body)).not.toContain(tokenHash(token));
    const agent = await givenSignedIn(given, sender.ana);
    expect((await agent.get(path)).body).toMatchObject({ token: "", hasToken: false, tokenLastUsedAt: null });
  });

  test("is revoked at once; agents and another company's admin can neither create nor revoke it", async () => {
    const [sender, other] = [await givenSender(), await givenSender()];
    const { client, path } = await asAdmin(sender);
    for (const [agent, status] of [
      [sender.ana, 403],
      [other.admin, 404],
    ] as const) {
      const stranger = await givenSignedIn(given, agent);
      expect((await stranger.send("POST", `${path}/token`)).status).toBe(status);
      expect((await stranger.send("DELETE", `${path}/token`)).status).toBe(status);
    }
    expect(await opens(sender, sender.token)).toBe(true);
    expect((await client.send("DELETE", `${path}/token`)).status).toBe(200);
    expect(await opens(sender, sender.token)).toBe(false);
    expect((await client.get(path)).body).toMatchObject({ hasToken: false });
  });

  test("with 1 or 23 characters is refused, with 24 accepted; an empty one changes nothing", async () => {
    const sender = await givenSender();
    const { change } = await asAdmin(sender);
    for (const weak of ["a", "segredo", randomBytes(24).toString("hex").slice(0, 23)]) {
      expect(await change(weak)).toMatchObject({ status: 400, body: { fields: { token: expect.anything() } } });
      expect(await opens(sender, weak)).toBe(false);
    }
    const own = randomBytes(24).toString("hex").slice(0, 24);
    expect((await change(own)).status).toBe(200);
    expect((await change("")).status).toBe(200);
    expect(await opens(sender, own)).toBe(true);
  });

  test("typed in by another company keeps working for its owner, and the answer does not reveal that it is taken", async () => {
    const [owner, thief] = [await givenSender(), await givenSender()];
    const { client, path, change } = await asAdmin(thief);
    const [taken, free] = [await change(owner.token), await change(randomBytes(24).toString("hex"))];
    const shape = ({ status, body }: typeof taken) => [status, body.code, body.token, body.hasToken];
    expect(shape(taken)).toEqual(shape(free));
    await change(owner.token);
    expect(await opens(owner, owner.token)).toBe(true);
    expect(await owner.messages()).toHaveLength(1);
    expect(await thief.messages()).toHaveLength(0);
    expect((await client.get(path)).body).toMatchObject({ hasToken: true });
  });
});

/** Number of calls; FUZZ_EXTERNAL_SENDING and FUZZ_SEED extend the search. */
const RUNS = sizeOf("FUZZ_EXTERNAL_SENDING");

test(
  `${RUNS} invalid calls cause no failure, and the next message is sent`,
  async () => {
    const { call, messages, inside } = await givenSender();
    const number = givenPhoneNumber();
    const text = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: "binary", maxLength: 40 }));
    const header = fc.oneof(fc.constant(undefined), fc.string({ maxLength: 300 }));
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array));
    const nasty = fc.record({
      mutations: fc.array(mutation(), { minLength: 1, maxLength: 2 }),
      kind: fc.constantFrom("json", "form", "cut", "type"),
      text,
      key: header,
      authorization: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: header }),
      name: text,
      bytes,
      address: fc.ipV6(),
    });
    let taken = 0;
    const property = fc.asyncProperty(nasty, async (one) => {
      const valid = { number, body: one.text };
      const data = form({ number: one.kind === "form" ? number : one.text, body: one.text.toWellFormed() }, [
        new File([one.bytes], one.name.toWellFormed()),
      ]);
      const isForm = one.kind === "form" || one.kind === "type";
      const headers: Headers = {
        "x-forwarded-for": one.address,
        ...(one.key !== undefined && { "idempotency-key": one.key }),
        ...(one.authorization !== undefined && { authorization: one.authorization }),
        ...(one.kind === "type" && { "content-type": "multipart/form-data" }),
        ...(one.kind === "cut" && { "content-type": "application/json;" }),
      };
      await inside((tx) => tx.delete(schema.externalCalls));
      let answer: Awaited<ReturnType<typeof call>>;
      try {
        answer = await call(isForm ? data : mutate(valid, one.kind === "json" ? one.mutations : []), headers);
      } catch (error) {
        // No client can send such a request.
        if (error instanceof TypeError) return;
        throw error;
      }
      if (answer.status === 200) taken += 1;
      expect([200, 400, 401, 413, 415, 422, 429]).toContain(answer.status);
      expect(failures).toEqual([]);
    });
    await fc.assert(property, {
      seed: Number(process.env.FUZZ_SEED ?? 20_261_122),
      numRuns: RUNS,
      endOnFailure: false,
    });
    expect(taken).toBeGreaterThan(RUNS / 20);
    await inside((tx) => tx.delete(schema.externalCalls));
    const before = (await messages()).length;
    expect((await call({ number, body: "depois" })).status).toBe(200);
    expect(await messages()).toHaveLength(before + 1);
  },
  60_000 + RUNS * 100,
);
