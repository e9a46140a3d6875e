import { setTimeout as pause } from "node:timers/promises";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";
import type { TestSystem } from "../../chaos/in-process/test-system.ts";
import { retryUntilDone } from "../../chaos/owner-sql.ts";
import type { Clock } from "./clock.ts";
import type { Stage, TicketState } from "./play.ts";
import type { Script } from "./script.ts";
import { changeSettings, markOnline, setUp } from "./set-up.ts";

/** A state that has not settled within this time is stuck. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 25;
const SECOND_MS = 1_000;

/** A script in progress: its customer, and the ids of the messages and calls sent so far. */
type Scene = {
  system: TestSystem;
  clock: Clock;
  script: Script;
  flowOrigin: string;
  number: string;
  sent: string[];
  calls: string[];
};
type Latest = { id: string; contact_id: string };

/** Opens the stage of a script: a new customer, and a desk with the script's configuration, over the whole stack. */
export async function openStage(system: TestSystem, clock: Clock, script: Script, flowAddress: string): Promise<Stage> {
  const flowOrigin = URL.parse(flowAddress)?.origin ?? "";
  const { database, desk, ownerSql, phones } = system;
  const { companyId } = desk;
  clock.begin(script.at, script.desk.timeZone);
  await setUp(database, desk, script.desk, flowAddress);
  const number = givenPhoneNumber();
  const scene: Scene = { system, clock, script, flowOrigin, number, sent: [], calls: [] };
  const settle = () => waitForRest(scene);
  return {
    last4: number.slice(-4),
    ...contactSteps(scene),
    ...agentSteps(scene),
    async changeSettings(values) {
      await settle();
      await database.company(companyId, (db) => changeSettings(db, companyId, values));
    },
    async comeOnline(names) {
      const found = await ownerSql<
        { id: string }[]
      >`select id from users where company_id = ${companyId} and name = any(${names})`;
      await database.company(companyId, async (db) => {
        for (const { id } of found) await markOnline(db, companyId, id);
      });
    },
    async wait(ms) {
      await settle();
      clock.wait(ms);
      // Runs the due work like two connectors, concurrently and repeatedly.
      for (let round = 0; round < 3; round++) await Promise.all([system.doDueWork(), system.doDueWork()]);
    },
    async texts() {
      await settle();
      return (await phones.messages(number))
        .filter(({ fromMe }) => !fromMe)
        .map(({ body, type }) => body || `<${type}>`);
    },
    async ticket() {
      const { id } = await latestTicket(scene);
      return ticketState(ownerSql, id);
    },
  };
}

function contactSteps(scene: Scene): Pick<Stage, "contactSays" | "contactSends" | "contactCalls" | "phoneSays"> {
  const { system, number, sent, calls } = scene;
  const { phones } = system;
  const settle = () => waitForRest(scene);
  const breathe = () => passSecond(scene);
  return {
    async contactSays(body) {
      await settle();
      breathe();
      sent.push(await phones.write(number, { body: await withQueueIds(system, body) }));
    },
    async contactSends(type) {
      await settle();
      breathe();
      sent.push(await phones.write(number, { body: "", file: type }));
    },
    async contactCalls(kind) {
      await settle();
      breathe();
      calls.push(await phones.call(number, kind === "video"));
    },
    async phoneSays(body) {
      await settle();
      breathe();
      sent.push(await phones.answerOnPhone(number, body));
    },
  };
}

function agentSteps(scene: Scene): Pick<Stage, "agent" | "agentSays" | "agentTransfers"> {
  const { desk, ownerSql, call } = scene.system;
  const { companyId } = desk;
  const latest = () => latestTicket(scene);
  const breathe = () => passSecond(scene);
  const put = (path: string, body: object) =>
    retryUntilDone(() =>
      call(path, { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    );
  const ask = (path: string, body: object) =>
    retryUntilDone(() =>
      call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    );

  return {
    async agent(act) {
      const { id, contact_id } = await latest();
      breathe();
      const userId = desk.agentIds[0];
      if (act === "accept" || act === "reopen") await put(`/tickets/${id}`, { status: "open", userId });
      if (act === "close") await put(`/tickets/${id}`, { status: "closed", userId });
      if (act === "return") await put(`/tickets/${id}`, { status: "pending", userId: null });
      if (act === "block") await put(`/contacts/block/${contact_id}`, { active: false });
      if (act === "disableBot" || act === "enableBot") await put(`/contacts/toggleDisableBot/${contact_id}`, {});
    },
    async agentSays(body) {
      const { id } = await latest();
      breathe();
      await ask(`/messages/${id}`, { read: 1, fromMe: true, mediaUrl: "", body, quotedMsg: null });
    },
    async agentTransfers({ queue, to }) {
      const { id } = await latest();
      breathe();
      const [user] = to
        ? await ownerSql<{ id: string }[]>`select id from users where company_id = ${companyId} and name = ${to}`
        : [];
      const change = {
        queueId: await queueId(scene.system, queue),
        userId: user?.id ?? null,
        status: user ? "open" : "pending",
      };
      await put(`/tickets/${id}`, change);
    },
  };
}

/** The channel's times are in seconds: advances the clock, so that the next message is later. */
const passSecond = ({ clock }: Scene) => clock.wait(SECOND_MS);

async function until<T>({ script }: Scene, what: string, query: () => Promise<T | undefined>): Promise<T> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const found = await retryUntilDone(query);
    if (found !== undefined) return found;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`${script.name}: timeout while waiting for ${what}`);
}

/** Resolves when everything written is stored, and everything to send has reached the phone. */
async function waitForRest(scene: Scene): Promise<void> {
  const { system, flowOrigin, number, sent, calls } = scene;
  const { desk, ownerSql, phones } = system;
  const { companyId, connectionId } = desk;
  await until(scene, "the desk to come to rest", async () => {
    const [state] = await ownerSql<{ received: number; rung: number; leaving: number; asking: number; busy: number }[]>`
      select (select count(*)::int from messages where connection_id = ${connectionId} and provider_id = any(${sent})) as received,
        (select count(*)::int from messages where connection_id = ${connectionId} and from_me and ack = 0 and error_code is null) as leaving,
        (select count(*)::int from ticket_events where details ->> 'callId' = any(${calls})) as rung,
        (select count(*)::int from flow_turns where company_id = ${companyId} and done_at is null) as asking,
        (select count(*)::int from inbox where connection_id = ${connectionId} and done_at is null) as busy`;
    if (!state || state.received < sent.length || state.rung < calls.length || state.leaving > 0 || state.busy > 0)
      return undefined;
    if (state.asking > 0) {
      await system.askFlows([flowOrigin]);
      await skipClaims(scene);
      return undefined;
    }
    const answers = await ownerSql<{ provider_id: string }[]>`select m.provider_id from messages m
      join contacts c on c.company_id = m.company_id and c.id = m.contact_id
      where m.connection_id = ${connectionId} and m.from_me and m.error_code is null and c.number = ${number}`;
    const held = new Set((await phones.messages(number)).map(({ id }) => id));
    return answers.every(({ provider_id }) => held.has(provider_id)) ? true : undefined;
  });
}

/** Advances the clock past the claims of connectors that died, so that others can claim the same turns. */
async function skipClaims({ system, clock }: Scene): Promise<void> {
  const { desk, ownerSql } = system;
  const { companyId } = desk;
  const [claimed] =
    await ownerSql`select 1 from flow_turns where company_id = ${companyId} and done_at is null and claimed_until is not null`;
  if (claimed) clock.wait(61 * SECOND_MS);
}

async function latestTicket(scene: Scene): Promise<Latest> {
  const { system, number } = scene;
  const { desk, ownerSql } = system;
  const { connectionId } = desk;
  await waitForRest(scene);
  return until(scene, "a ticket", async () => {
    const [ticket] = await ownerSql<Latest[]>`
      select t.id, t.contact_id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.connection_id = ${connectionId} and c.number = ${number} order by t.number desc limit 1`;
    return ticket;
  });
}

async function queueId({ desk, ownerSql }: TestSystem, name: string): Promise<string> {
  const { companyId } = desk;
  const [queue] = await ownerSql<
    { id: string }[]
  >`select id from queues where company_id = ${companyId} and name = ${name}`;
  if (!queue) throw new Error(`queue ${name} does not exist`);
  return queue.id;
}

/** Replaces "{queue:Vendas}" with that queue's id. */
async function withQueueIds(system: TestSystem, text: string): Promise<string> {
  const name = /\{queue:([^}]+)\}/.exec(text)?.[1];
  return name === undefined ? text : text.replace(`{queue:${name}}`, await queueId(system, name));
}

async function ticketState(ownerSql: TestSystem["ownerSql"], id: string): Promise<TicketState> {
  const [state] = await ownerSql<TicketState[]>`
    select t.status, q.name as queue, u.name as agent, t.is_bot as bot, t.unread_messages as unread,
      (select count(*)::int from tickets o where o.company_id = t.company_id and o.contact_id = t.contact_id) as count,
      coalesce((select json_agg(r.rating order by r.at) from ticket_ratings r where r.company_id = t.company_id and r.ticket_id = t.id), '[]') as ratings,
      coalesce((select json_agg(e.type order by e.at, e.id) from ticket_events e where e.company_id = t.company_id and e.ticket_id = t.id), '[]') as timeline
    from tickets t left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id where t.id = ${id}`;
  if (!state) throw new Error("the ticket does not exist");
  return { ...state };
}
