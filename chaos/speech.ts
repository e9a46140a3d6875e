import { setTimeout as pause } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { type MediaType, toldContent } from "../sync/contracts/messages.ts";
import { agentFile } from "./agent-files.ts";
import { type FileKind, isAgentFile, mediaTypeOf, toldAs, type WrittenKind } from "./kinds.ts";
import { type Held, newNumber, type Words } from "./phones.ts";
import type { Schedule, Word } from "./schedule.ts";
import type { Agent, World } from "./world.ts";

/** A conversation as its participants know it. */
export type Said = {
  number: string;
  ticketId: Promise<string>;
  agent: Agent;
  /** In the order of writing; `quotedId` is the other side's id. */
  written: Written[];
  received: Received[];
  /** Answers on the company's own phone. */
  answered: { id: string; body: string }[];
  calls: string[];
};
type Written = {
  id: string;
  body: string;
  /** The text that the phone shows. */
  shown: string;
  mediaType: MediaType;
  quotedId: string | null;
  takenBack: boolean;
  /** The customer's reaction; undefined: never one. */
  reaction?: string;
};
type Received = {
  id: string;
  body: string;
  mediaType: MediaType;
  hasFile: boolean;
  quotedId: string | null;
  removed: boolean;
  /** The agent's reaction. */
  reaction?: string;
};

type WordOf<D extends Word["do"]> = Extract<Word, { do: D }>;

/** Runs the messages of a schedule. Each person acts in order; the two sides of a conversation act concurrently. */
export function openSpeech(world: World, { seed, customers }: Schedule, until: number) {
  const conversations = Array.from({ length: customers }, (_, customer): Said => {
    const number = newNumber();
    const agent = world.agents[customer % 2 === 0 ? 0 : 1];
    const ticketId = Promise.withResolvers<string>();
    void findTicket(world, number, until).then(ticketId.resolve, ticketId.reject);
    ticketId.promise.catch(() => {}); // callers that await it get the error
    return { number, agent, ticketId: ticketId.promise, written: [], received: [], answered: [], calls: [] };
  });
  const problems: string[] = [];
  const lines = new Map<string, Promise<void>>();
  const [wrote, received] = [new Map<number, Said>(), new Map<number, Said>()];
  const [writtenIds, receivedIds] = [new Map<number, string>(), new Map<number, Promise<string>>()];

  function inLine(name: string, work: () => Promise<void>): void {
    const done = (lines.get(name) ?? Promise.resolve()).then(work).catch((error: unknown) => {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    lines.set(name, done);
  }
  const asCustomer = ({ number }: Said, work: () => Promise<void>) => inLine(`customer ${number}`, work);
  const asAgent = ({ number }: Said, work: () => Promise<void>) => inLine(`agent of ${number}`, work);

  function of(customer: number): Said {
    const said = conversations[customer];
    if (!said) throw new Error(`customer ${customer} does not exist`);
    return said;
  }

  function write({ n, customer, as, quotes }: WordOf<"write">): void {
    const said = of(customer);
    const id = uuidv7();
    writtenIds.set(n, id);
    wrote.set(n, said);
    asAgent(said, async () => {
      const ticketId = await said.ticketId;
      const quoted = quotes === null ? null : await receivedIds.get(quotes);
      const quotedId = quoted ? await messageIdOf(world, quoted) : null;
      const hasWords = as === "text" || (as !== "voice" && (world.hasCaptions || !isAgentFile(as)));
      const shown = hasWords ? `s${seed} para ${said.number.slice(-4)}: ${n}` : "";
      const told = toldAs(as, shown);
      const body = toldContent(told)?.body ?? shown;
      const mediaType = mediaTypeOfWritten(as);
      said.written.push({ id, body, shown, mediaType, quotedId: quotedId ? (quoted ?? null) : null, takenBack: false });
      const file = isAgentFile(as) ? await agentFile(as) : undefined;
      await said.agent.device.write(id, { ticketId, body: shown, ...told, quotedId, isVoice: as === "voice" }, file);
    });
  }

  function correct({ n, times }: WordOf<"correct">): void {
    const [said, id] = [wrote.get(n), writtenIds.get(n)];
    if (!said || !id) return;
    asAgent(said, async () => {
      const message = said.written.find((one) => one.id === id);
      if (!message) return;
      for (let time = 1; time <= times; time++) {
        message.body = `s${seed} para ${said.number.slice(-4)}: ${n}, ou melhor (${time})`;
        message.shown = message.body;
        await said.agent.device.edit({ ticketId: await said.ticketId, messageId: id, body: message.body });
      }
    });
  }

  function receive({ n, customer, file, spoken, quotes }: WordOf<"receive">): void {
    const said = of(customer);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    promise.catch(() => {});
    receivedIds.set(n, promise);
    received.set(n, said);
    asCustomer(said, async () => {
      const quoted = quotes === null ? undefined : await heldQuote(world, said, writtenIds.get(quotes));
      const text = `s${seed} de ${said.number.slice(-4)}: ${n}`;
      const kind = spoken === null ? undefined : world.spokenKinds[spoken];
      const hasWords = file === null || (world.hasCaptions && hasCaption(file));
      const words: Words = kind
        ? { body: "", content: kind.content(text, n) }
        : { body: hasWords ? text : "", ...(file && { file }), ...(quoted && { quotedId: quoted.held.id }) };
      const kept = kind
        ? kind.kept(text, n)
        : { mediaType: file ? mediaTypeOf[file] : ("chat" as const), body: words.body };
      const id = await world.phones.write(said.number, words).catch((error: unknown) => {
        reject(error);
        throw error;
      });
      said.received.push({ id, ...kept, hasFile: file !== null, quotedId: quoted?.id ?? null, removed: false });
      resolve(id);
    });
  }

  /** Changes one of a customer's own messages. */
  function change(n: number, work: (said: Said, message: Received) => Promise<void>): void {
    const said = received.get(n);
    if (!said) return;
    asCustomer(said, async () => {
      const id = await receivedIds.get(n);
      const message = said.received.find((one) => one.id === id);
      if (message) await work(said, message);
    });
  }

  function takeBack({ n }: WordOf<"takeBack">): void {
    const [said, id] = [wrote.get(n), writtenIds.get(n)];
    if (!said || !id) return;
    const isWritten = (lines.get(`agent of ${said.number}`) ?? Promise.resolve()).then(() => {
      const message = said.written.find((one) => one.id === id);
      if (message) message.takenBack = true;
    });
    inLine(`take back ${id}`, () => isWritten.then(() => said.agent.takeBack(id)));
  }

  function react({ n, emoji }: WordOf<"react">): void {
    const said = received.get(n);
    if (!said) return;
    asAgent(said, async () => {
      const providerId = await receivedIds.get(n);
      const [message, id] = [
        said.received.find((one) => one.id === providerId),
        providerId && (await messageIdOf(world, providerId)),
      ];
      if (!message || message.removed || !id) return;
      message.reaction = emoji;
      await said.agent.react(id, emoji);
    });
  }

  function reactBack({ n, emoji }: WordOf<"reactBack">): void {
    const said = wrote.get(n);
    if (!said) return;
    asCustomer(said, async () => {
      const quoted = await heldQuote(world, said, writtenIds.get(n));
      const message = said.written.find(({ id }) => id === writtenIds.get(n));
      if (!quoted || !message || message.takenBack) return;
      message.reaction = emoji;
      await world.phones.react(said.number, quoted.held.id, emoji);
    });
  }

  function answerOnPhone({ n, customer }: WordOf<"answerOnPhone">): void {
    const said = of(customer);
    inLine(`the shop's phone with ${said.number}`, async () => {
      await said.ticketId;
      const body = `s${seed} do aparelho para ${said.number.slice(-4)}: ${n}`;
      said.answered.push({ id: await world.phones.answerOnPhone(said.number, body), body });
    });
  }

  const sayers: { [D in Word["do"]]: (word: WordOf<D>) => void } = {
    ...{ write, correct, receive, takeBack, react, reactBack, answerOnPhone },
    remove({ n }) {
      change(n, async ({ number }, message) => {
        await world.phones.remove(number, message.id);
        message.removed = true;
      });
    },
    edit({ n, times }) {
      change(n, async ({ number }, message) => {
        for (let time = 1; time <= times; time++) {
          message.body = `s${seed} de ${number.slice(-4)}: ${n}, dito ${time + 1} vezes`;
          await world.phones.edit(number, message.id, message.body);
        }
      });
    },
    call({ customer, isVideo }) {
      const said = of(customer);
      asCustomer(said, async () => void said.calls.push(await world.phones.call(said.number, isVideo)));
    },
    read({ customer }) {
      const said = of(customer);
      asCustomer(said, async () => void (await world.phones.read(said.number)));
    },
  };
  const say = <D extends Word["do"]>(word: WordOf<D>): void =>
    (sayers[word.do as D] as (word: WordOf<D>) => void)(word);

  return { conversations, problems, say, allSaid: () => Promise.all(lines.values()) };
}

/** Voice notes and stickers have no caption. */
const hasCaption = (file: FileKind): boolean => file !== "audio" && file !== "sticker";

function mediaTypeOfWritten(as: WrittenKind): MediaType {
  if (as === "text") return "chat";
  if (as === "card") return "vcard";
  if (as === "place") return "locationMessage";
  return as === "voice" ? "audio" : as;
}

async function findTicket({ look, companyId }: World, number: string, until: number): Promise<string> {
  for (;;) {
    const [ticket] = await look(
      (truth) => truth<{ id: string }[]>`
        select t.id from tickets t join contact_addresses a on a.company_id = t.company_id and a.contact_id = t.contact_id
        where t.company_id = ${companyId} and a.address = ${number}`,
    );
    if (ticket) return ticket.id;
    if (Date.now() > until) throw new Error(`no ticket for ${number} in time`);
    await pause(150);
  }
}

/** Returns the id of a stored message; null when it has not arrived yet, and is then not quoted. */
async function messageIdOf({ look, connectionId }: World, providerId: string): Promise<string | null> {
  const [message] = await look(
    (truth) => truth<{ id: string }[]>`
      select id from messages where connection_id = ${connectionId} and provider_id = ${providerId} and not from_me`,
  );
  return message?.id ?? null;
}

async function heldQuote(
  { phones, heldAs }: World,
  said: Said,
  id: string | undefined,
): Promise<{ held: Held; id: string } | undefined> {
  const heldId = id && (await heldAs([id])).get(id);
  const held = heldId && (await phones.held(said.number)).find((one) => one.id === heldId);
  return held && id ? { held, id } : undefined;
}
