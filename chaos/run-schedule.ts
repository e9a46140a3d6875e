import { setTimeout as pause } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { verify } from "./conversation-checks.ts";
import { type Held, newNumber } from "./phones.ts";
import type { Schedule, Word } from "./schedule.ts";
import type { Agent, World } from "./world.ts";

/** What was said, as those who said it know it. */
export type Said = {
  number: string;
  ticketId: Promise<string>;
  agent: Agent;
  /** In the order in which they were written; `quotedId` in the words of the other side. */
  written: { id: string; body: string; media: boolean; quotedId: string | null; takenBack: boolean }[];
  received: { id: string; body: string; media: boolean; quotedId: string | null; removed: boolean }[];
};

export type Outcome = { seed: number; violations: string[]; tookMs: number };

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Says and breaks what the schedule says, waits until everything has come right, and answers what has not. */
export async function runSchedule(world: World, schedule: Schedule, patienceMs: number): Promise<Outcome> {
  const began = Date.now();
  const conversations = Array.from({ length: schedule.customers }, (_, customer): Said => {
    const number = newNumber();
    const agent = world.agents[customer % 2 === 0 ? 0 : 1];
    const ticketId = Promise.withResolvers<string>();
    void findTicket(world, number, began + 3 * patienceMs).then(ticketId.resolve, ticketId.reject);
    ticketId.promise.catch(() => {}); // who waits for it hears of it
    return { number, agent, ticketId: ticketId.promise, written: [], received: [] };
  });
  const violations: string[] = [];
  const lines = new Map<string, Promise<void>>();
  const [wrote, received] = [new Map<number, Said>(), new Map<number, Said>()];
  const [writtenIds, receivedIds] = [new Map<number, string>(), new Map<number, Promise<string>>()];

  /** One thing after another on each side of a conversation, and both sides at once. */
  function inLine(name: string, work: () => Promise<void>): void {
    const done = (lines.get(name) ?? Promise.resolve()).then(work).catch((error: unknown) => {
      violations.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    lines.set(name, done);
  }

  const of = (customer: number): Said => {
    const said = conversations[customer];
    if (!said) throw new Error(`there is no customer ${customer}`);
    return said;
  };

  function say(word: Word): void {
    if (word.do === "write") {
      const said = of(word.customer);
      const id = uuidv7();
      writtenIds.set(word.n, id);
      wrote.set(word.n, said);
      inLine(`agent of ${said.number}`, async () => {
        const ticketId = await said.ticketId;
        const quoted = word.quotes === null ? null : await receivedIds.get(word.quotes);
        const quotedId = quoted ? await messageIdOf(world, quoted) : null;
        const body = `s${schedule.seed} para ${said.number.slice(-4)}: ${word.n}`;
        said.written.push({
          id,
          body,
          media: word.media,
          quotedId: quotedId ? (quoted ?? null) : null,
          takenBack: false,
        });
        const file = word.media ? { blob: new Blob([PIXEL], { type: "image/png" }), name: "vaso.png" } : undefined;
        await said.agent.device.write(id, { ticketId, body, quotedId }, file);
      });
    } else if (word.do === "receive") {
      const said = of(word.customer);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      promise.catch(() => {});
      receivedIds.set(word.n, promise);
      received.set(word.n, said);
      inLine(`customer ${said.number}`, async () => {
        const quoted = word.quotes === null ? undefined : await heldQuote(world, said, writtenIds.get(word.quotes));
        const body = `s${schedule.seed} de ${said.number.slice(-4)}: ${word.n}`;
        const sent = { body: word.media === "audio" ? "" : body, media: word.media, quotedId: quoted?.held.id };
        const id = await world.phones.write(said.number, sent).catch((error: unknown) => {
          reject(error);
          throw error;
        });
        said.received.push({
          id,
          body: sent.body,
          media: word.media !== null,
          quotedId: quoted?.id ?? null,
          removed: false,
        });
        resolve(id);
      });
    } else if (word.do === "edit" || word.do === "remove") {
      const said = received.get(word.n);
      if (!said) return;
      inLine(`customer ${said.number}`, async () => {
        const id = await receivedIds.get(word.n);
        const message = said.received.find((one) => one.id === id);
        if (!message) return;
        if (word.do === "remove") {
          await world.phones.remove(said.number, message.id);
          message.removed = true;
          return;
        }
        for (let time = 1; time <= word.times; time++) {
          message.body = `s${schedule.seed} de ${said.number.slice(-4)}: ${word.n}, dito ${time + 1} vezes`;
          await world.phones.edit(said.number, message.id, message.body);
        }
      });
    } else if (word.do === "takeBack") {
      const said = wrote.get(word.n);
      const id = writtenIds.get(word.n);
      if (!said || !id) return;
      const isWritten = (lines.get(`agent of ${said.number}`) ?? Promise.resolve()).then(() => {
        const message = said.written.find((one) => one.id === id);
        if (message) message.takenBack = true;
      });
      inLine(`take back ${id}`, () => isWritten.then(() => said.agent.takeBack(id)));
    } else {
      const { number } = of(word.customer);
      inLine(`customer ${number}`, async () => void (await world.phones.read(number)));
    }
  }

  try {
    for (const step of schedule.steps) {
      if (step.afterMs > 0) await pause(step.afterMs);
      if (step.do === "fault") await world.strike(step.fault);
      else say(step);
    }
    const isAllSaid = Promise.all(lines.values());
    await Promise.race([isAllSaid, pause(3 * patienceMs, undefined, { ref: false })]);
    await world.calm();
    violations.push(...(await verify(world, conversations, patienceMs)));
  } catch (error) {
    violations.push(`the run itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return { seed: schedule.seed, violations, tookMs: Date.now() - began };
}

async function findTicket({ look, companyId }: World, number: string, until: number): Promise<string> {
  for (;;) {
    const [ticket] = await look(
      (truth) => truth<{ id: string }[]>`
        select t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        where t.company_id = ${companyId} and c.number = ${number}`,
    );
    if (ticket) return ticket.id;
    if (Date.now() > until) throw new Error(`no ticket for ${number} in time`);
    await pause(150);
  }
}

/** An agent can quote only what is there; what is still on its way is answered without. */
async function messageIdOf({ look, connectionId }: World, providerId: string): Promise<string | null> {
  const [message] = await look(
    (truth) => truth<{ id: string }[]>`
      select id from messages where connection_id = ${connectionId} and provider_id = ${providerId} and not from_me`,
  );
  return message?.id ?? null;
}

async function heldQuote(
  { phones, look, connectionId }: World,
  said: Said,
  id: string | undefined,
): Promise<{ held: Held; id: string } | undefined> {
  if (!id) return undefined;
  const [sent] = await look(
    (truth) => truth<{ provider_id: string | null }[]>`
      select provider_id from messages where connection_id = ${connectionId} and id = ${id}`,
  );
  const held = (await phones.held(said.number)).find((one) => one.id === sent?.provider_id);
  return held && { held, id };
}
