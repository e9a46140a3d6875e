import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CommandPayload, CommandType } from "../../contracts/commands/index.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { type Database, schema } from "../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { runCommands } from "./commands.ts";
import { givenDevice, givenMessage, sequencer } from "./testing/given-device.ts";

const { messages, tickets, commandLog, contacts } = schema;

function command<T extends CommandType>(type: T, payload: CommandPayload<T>, id: string = randomUUID()) {
  return { id, type, payload, createdAt: testNow().toISOString() };
}

async function send(actor: GivenAgent, ...commands: ReturnType<typeof command>[]) {
  const failures: unknown[] = [];
  const deps = { database: testDatabase(), sequencer, onFailure: (error: unknown) => failures.push(error) };
  const { results } = await runCommands(deps, { actor, device: "Chrome, Linux" }, commands);
  return { results, failures };
}

async function messagesOf(ticket: { id: string }, companyId: string) {
  return testDatabase().company(companyId, (tx) =>
    tx.select().from(messages).where(eq(messages.ticketId, ticket.id)).orderBy(messages.receivedAt, messages.id),
  );
}

describe("a command", () => {
  test("is applied once: a repetition gets the first answer and has no effect", async () => {
    const { companyId, queue, connection, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
    const reply = command("message.send", { ticketId: ticket.id, body: "Já vou ver!" });
    const first = await send(ana, reply);
    expect(first.results).toEqual([{ id: reply.id, status: "applied", code: null, rev: expect.any(Number) }]);
    const again = await send(ana, reply);
    expect(again.results).toEqual([{ ...first.results[0], status: "duplicate" }]);
    expect(await messagesOf(ticket, companyId)).toHaveLength(1);
  });

  test("with a text of more than 65,536 characters is refused, with exactly as many accepted", async () => {
    const { companyId, queue, connection, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
    const say = async (length: number) =>
      (await send(ana, command("message.send", { ticketId: ticket.id, body: "x".repeat(length) }))).results[0];
    expect(await say(65_537)).toMatchObject({ status: "rejected", code: "ERR_VALIDATION" });
    expect(await say(65_536)).toMatchObject({ status: "applied" });
  });

  test("answers with the revision up to which its effect can be pulled", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const device = givenDevice(ana, "tickets");
    await device.pull();
    const { results } = await send(ana, command("ticket.accept", { ticketId: ticket.id }));
    await device.pull();
    expect(device.held.get(ticket.id)).toMatchObject({ status: "open", userId: ana.id });
    expect(device.checkpoint?.rev).toBeGreaterThanOrEqual(results[0]?.rev ?? Number.POSITIVE_INFINITY);
  });

  test("that is refused says why, changes nothing, and stays refused when it would be valid later", async () => {
    const { companyId, queue, admin, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: admin.id });
    const accept = command("ticket.accept", { ticketId: ticket.id });
    const { results } = await send(ana, accept);
    expect(results).toEqual([
      expect.objectContaining({ id: accept.id, status: "rejected", code: "ERR_TICKET_NOT_PENDING", rev: null }),
    ]);
    await testDatabase().company(companyId, (tx) =>
      tx.update(tickets).set({ status: "pending", userId: null }).where(eq(tickets.id, ticket.id)),
    );
    expect((await send(ana, accept)).results).toEqual(results);
    const [row] = await testDatabase().company(companyId, (tx) =>
      tx.select().from(tickets).where(eq(tickets.id, ticket.id)),
    );
    expect(row).toMatchObject({ status: "pending", userId: null });
  });

  test("of an unknown kind or wrong shape is refused, and the refusal is not stored", async () => {
    const { companyId, ana } = await givenCompany();
    const unknown = { ...command("ticket.read", { ticketId: randomUUID() }), type: "ticket.explode" as "ticket.read" };
    const wrong = command("ticket.read", { ticketId: 7 as unknown as string });
    const { results } = await send(ana, unknown, wrong);
    expect(results).toEqual([
      {
        id: unknown.id,
        status: "rejected",
        rev: null,
        code: "ERR_UNKNOWN_COMMAND",
        details: { type: "ticket.explode" },
      },
      {
        id: wrong.id,
        status: "rejected",
        rev: null,
        code: "ERR_VALIDATION",
        details: { fields: { ticketId: [expect.any(String)] } },
      },
    ]);
    expect(await testDatabase().company(companyId, (tx) => tx.select().from(commandLog))).toEqual([]);
  });

  test("of a colleague reveals nothing to another sender of its id", async () => {
    const { companyId, queue, ana, bia } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const reply = command("message.send", { ticketId: ticket.id, body: "segredo" });
    await send(ana, reply);
    const { results } = await send(bia, reply);
    expect(results).toEqual([expect.objectContaining({ status: "rejected", code: "ERR_NO_PERMISSION", rev: null })]);
  });

  test("that creates a row gives it the command's id; later commands of the batch can use it", async () => {
    const { companyId, queue, connection, ana } = await givenCompany();
    const contact = command("contact.create", { name: "Nina Prado", number: "5531987654321" });
    const ticket = command("ticket.create", {
      contactId: contact.id,
      queueId: queue.id,
      connectionId: connection.id,
    });
    const hello = command("message.send", { ticketId: ticket.id, body: "Olá, Nina!" });
    const { results } = await send(ana, contact, ticket, hello);
    expect(results.map(({ status }) => status)).toEqual(["applied", "applied", "applied"]);
    expect(await messagesOf(ticket, companyId)).toEqual([
      expect.objectContaining({ id: hello.id, body: "Olá, Nina!" }),
    ]);
  });

  test("that creates a contact without a ticket brings it to the creating device only", async () => {
    const { ana, bia } = await givenCompany();
    const [ofAna, ofBia] = [givenDevice(ana, "contacts"), givenDevice(bia, "contacts")];
    for (const device of [ofAna, ofBia]) await device.pull();
    const made = command("contact.create", { name: "Nina Prado", number: "5531987650000" });
    await send(ana, made);
    expect(await ofAna.pull()).toEqual([expect.objectContaining({ id: made.id, name: "Nina Prado" })]);
    expect(await ofBia.pull()).toEqual([]);
  });

  test("that edits a contact which another user has edited answers with the current values and changes nothing", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const contact = await givenContact({ companyId, name: "Helena" });
    await givenTicket({ companyId, contactId: contact.id, queueId: queue.id });
    const device = givenDevice(ana, "contacts");
    await device.pull();
    const baseRev = device.held.get(contact.id)?.rev ?? 0;
    await testDatabase().company(companyId, (tx) =>
      tx.update(contacts).set({ name: "Helena S." }).where(eq(contacts.id, contact.id)),
    );
    await sequencer.run(companyId);
    const edit = command("contact.update", { contactId: contact.id, change: { name: "Helena Dias" }, baseRev });
    const { results } = await send(ana, edit);
    expect(results).toEqual([
      expect.objectContaining({
        status: "rejected",
        code: "ERR_EDIT_CONFLICT",
        details: { contact: expect.objectContaining({ name: "Helena S." }) },
      }),
    ]);
  });
});

test("a command that deletes a conversation may run statements that take longer, and no other", async () => {
  const { companyId, queue, admin } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const longs: boolean[] = [];
  const database: Database = {
    ...testDatabase(),
    company(id, work, options) {
      if (options?.retryOnConflict) longs.push(options.isLong === true);
      return testDatabase().company(id, work, options);
    },
  };
  const deps = { database, sequencer, onFailure: () => {} };
  const commands = [
    command("ticket.accept", { ticketId: ticket.id }),
    command("ticket.delete", { ticketId: ticket.id }),
  ];
  const { results } = await runCommands(deps, { actor: admin, device: "Chrome, Linux" }, commands);
  expect(results.map(({ status }) => status)).toEqual(["applied", "applied"]);
  expect(longs).toEqual([false, true]);
});

test("a command that edits a contact keeps its short name, and is refused with another one", async () => {
  const { companyId, queue, ana } = await givenCompany();
  const contact = await givenContact({ companyId, name: "J" });
  await givenTicket({ companyId, contactId: contact.id, queueId: queue.id });
  const device = givenDevice(ana, "contacts");
  await device.pull();
  const edit = (change: { name: string; email: string }) =>
    command("contact.update", { contactId: contact.id, change, baseRev: device.held.get(contact.id)?.rev ?? 0 });
  const refused = await send(ana, edit({ name: "K", email: "" }));
  expect(refused.results).toMatchObject([{ status: "rejected", code: "ERR_VALIDATION" }]);
  const { results } = await send(ana, edit({ name: "J", email: "j@x.example" }));
  expect(results).toMatchObject([{ status: "applied" }]);
  await device.pull();
  expect(device.held.get(contact.id)).toMatchObject({ name: "J", email: "j@x.example" });
});

describe("an unexpected failure", () => {
  test("leaves that command and later ones on the same ticket without an answer; other commands are done", async () => {
    const { companyId, queue, connection, ana } = await givenCompany();
    const given = () => givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
    const [broken, fine] = [await given(), await given()];
    const text = (ticket: { id: string }, body: string) => command("message.send", { ticketId: ticket.id, body });
    // Postgres cannot store NUL in a text: an error that no verb expects.
    const batch = [text(broken, "\u0000"), text(fine, "um"), text(broken, "dois"), text(fine, "três")];
    const { results, failures } = await send(ana, ...batch);
    expect(results.map(({ id, status }) => [id, status])).toEqual([
      [batch[1]?.id, "applied"],
      [batch[3]?.id, "applied"],
    ]);
    expect(failures).toHaveLength(1);
    expect(await messagesOf(broken, companyId)).toEqual([]);
  });
});

describe("two senders of one outbox", () => {
  test("with lost requests and answers, every reply is stored exactly once and in order", async () => {
    const { companyId, queue, connection, ana } = await givenCompany();
    const given = () => givenTicket({ companyId, queueId: queue.id, connectionId: connection.id });
    const places = [await given(), await given(), await given()];
    const outbox = places.map((ticket) =>
      Array.from({ length: 12 }, (_, place) =>
        command("message.send", { ticketId: ticket.id, body: `resposta ${place}` }),
      ),
    );
    let dice = 7;
    const chance = () => {
      dice = (dice * 48_271) % 2_147_483_647;
      return dice / 2_147_483_647;
    };
    async function sender() {
      const lanes = outbox.map((lane) => [...lane]);
      while (lanes.some((lane) => lane.length > 0)) {
        const batch = lanes.flatMap((lane) => lane.slice(0, 3));
        if (chance() < 0.2) continue;
        const { results } = await send(ana, ...batch);
        if (chance() < 0.25) continue;
        const answered = new Set(results.map(({ id }) => id));
        for (const [place, lane] of lanes.entries()) lanes[place] = lane.filter(({ id }) => !answered.has(id));
      }
    }
    await Promise.all([sender(), sender()]);
    for (const [place, ticket] of places.entries()) {
      const stored = await messagesOf(ticket, companyId);
      expect(stored.map(({ id }) => id)).toEqual(outbox[place]?.map(({ id }) => id));
    }
  });

  test("when two agents accept the same tickets at once, one wins each and the other learns who", async () => {
    const { companyId, queue, ana, admin } = await givenCompany();
    const wanted = await Promise.all(Array.from({ length: 10 }, () => givenTicket({ companyId, queueId: queue.id })));
    const accepts = () => wanted.map((ticket) => command("ticket.accept", { ticketId: ticket.id }));
    const [first, second] = await Promise.all([send(ana, ...accepts()), send(admin, ...accepts())]);
    for (const place of wanted.keys()) {
      const answers = [first.results[place], second.results[place]];
      expect(answers.map((answer) => answer?.status).toSorted()).toEqual(["applied", "rejected"]);
      const refused = answers.find((answer) => answer?.status === "rejected");
      expect(refused).toMatchObject({ code: "ERR_TICKET_NOT_PENDING" });
    }
  });
});

test("a reply written before a colleague's unseen reply is held", async () => {
  const { companyId, queue, connection, ana, admin } = await givenCompany();
  const ticket = await givenTicket({
    companyId,
    queueId: queue.id,
    connectionId: connection.id,
    status: "open",
    userId: ana.id,
  });
  const seen = await givenMessage(ticket, { companyId, createdAt: new Date(testTime() - 60_000) });
  await givenMessage(ticket, { companyId, fromMe: true, userId: admin.id, body: "Já respondi" });
  const reply = command("message.send", { ticketId: ticket.id, body: "Olá", seenMessageId: seen.id });
  const { results } = await send(ana, reply);
  expect(results).toEqual([expect.objectContaining({ status: "rejected", code: "ERR_REPLY_HELD" })]);
  const [count] = await testDatabase().company(companyId, (tx) =>
    tx.execute<{ n: string }>(sql`select count(*) as n from ticket_events where ticket_id = ${ticket.id}`),
  );
  expect(Number(count?.n)).toBe(0);
});
