import { setTimeout as pause } from "node:timers/promises";
import type { MediaType } from "../../contracts/desk/messages.ts";
import { deskTexts } from "../../domain/ground/texts/index.ts";
import type { Conversation } from "./conversations.ts";
import type { ChaosEnvironment } from "./environment.ts";

type Row = {
  id: string;
  provider_id: string | null;
  from_me: boolean;
  body: string;
  ack: number;
  error_code: string | null;
  send_after: Date | null;
  is_deleted: boolean;
  edited_at: Date | null;
  quoted_id: string | null;
  file_id: string | null;
  media_state: string | null;
  media_type: string;
  reactions: { emoji: string; fromMe: boolean }[];
};

/**
 * Waits until nothing is pending and every customer has read, then compares both sides of every conversation. Returns
 * the differences.
 */
export async function verify(
  environment: ChaosEnvironment,
  conversations: Conversation[],
  patienceMs: number,
): Promise<string[]> {
  const pending = await waitFor(() => stillPending(environment, conversations), patienceMs);
  if (pending.length > 0) return [...pending.map((what) => `pending: ${what}`), ...(await busyParts(environment))];
  for (const { number } of conversations) await environment.phones.read(number);
  const unread = await waitFor(() => stillUnread(environment, conversations), patienceMs);
  const violations = unread.map((what) => `pending: ${what}`);
  if (unread.length > 0) violations.push(...(await busyParts(environment)));
  for (const conversation of conversations) violations.push(...(await compare(environment, conversation)));
  const backwards = await environment.query(
    (ownerSql) => ownerSql<{ what: string }[]>`
      select what from chaos_violations
      where company_id = ${environment.companyId} and connection_id = ${environment.connectionId}`,
  );
  return [...violations, ...backwards.map(({ what }) => what)];
}

/** Describes the connection and the busy database sessions, for debugging. */
async function busyParts({ query, companyId, connectionId }: ChaosEnvironment): Promise<string[]> {
  const states = await query(
    (ownerSql) => ownerSql<{ state: string }[]>`
      select format('%s since %s, epoch %s of %s until %s', c.status, c.updated_at, l.epoch, l.owner, l.lease_until) as state
      from connections c join connection_leases l on l.company_id = c.company_id and l.connection_id = c.id
      where c.company_id = ${companyId} and c.id = ${connectionId}`,
  );
  const busy = await query(
    (ownerSql) => ownerSql<{ name: string; state: string; waits: string | null; query: string }[]>`
      select application_name as name, state, wait_event as waits, left(query, 120) as query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  return [
    ...states.map(({ state }) => `  the connection: ${state}`),
    ...busy.map(({ name, state, waits, query }) => `  ${name}: ${state}, waits for ${waits}: ${query}`),
  ];
}

/**
 * Polls until the list is empty. Returns the rest when it has not changed for `patienceMs`, because a busy machine is
 * slow and only an unchanged state is stuck; after four times as long in any case, because endless retries change the
 * list forever.
 */
async function waitFor(findPending: () => Promise<string[]>, patienceMs: number): Promise<string[]> {
  let [seen, until] = ["", 0];
  const end = Date.now() + 4 * patienceMs;
  for (;;) {
    const left = await findPending();
    if (left.length === 0) return [];
    if (left.join() !== seen) until = Date.now() + patienceMs;
    if (Date.now() > Math.min(until, end)) return left;
    seen = left.join();
    await pause(120);
  }
}

async function stillPending(environment: ChaosEnvironment, conversations: Conversation[]) {
  const { agents, query, companyId, connectionId, phones, providerIdsOf } = environment;
  for (const { device } of agents) {
    const unanswered = await device.unanswered();
    if (unanswered.length > 0) return unanswered.map((command) => `command ${command} has no answer`);
  }
  const unsent = await query(
    (ownerSql) => ownerSql<{ id: string; tries: number }[]>`
      select id, send_tries as tries from messages
      where company_id = ${companyId} and (send_after is not null or edit_after is not null or media_state = 'pending')`,
  );
  if (unsent.length > 0) return unsent.map(({ id, tries }) => `message ${id} after ${tries} tries`);
  const inbox = await query(
    (ownerSql) => ownerSql<{ id: string }[]>`
      select provider_id as id from inbox
      where company_id = ${companyId} and connection_id = ${connectionId} and done_at is null`,
  );
  if (inbox.length > 0) return inbox.map(({ id }) => `inbox row ${id}`);
  const rows = new Map((await rowsOf(environment)).map((row) => [row.provider_id, row]));
  const missing: string[] = [];
  const noted = new Set(await callsOf({ query, companyId }));
  for (const { number, received, written, answered, calls } of conversations) {
    const held = new Map((await phones.messages(number)).map((one) => [one.id, one]));
    const names = await providerIdsOf(written.map(({ id }) => id));
    for (const { id, body, removed, reaction } of received) {
      const row = rows.get(id);
      if (!row) missing.push(`${number}'s message ${id}`);
      else if (row.body !== body || row.is_deleted !== removed) missing.push(`a change of ${id}`);
      else if (!removed && (held.get(id)?.reactions?.theirs ?? "") !== (reaction ?? ""))
        missing.push(`our reaction to ${id}`);
    }
    for (const { id, shown, takenBack, reaction } of written) {
      const one = held.get(names.get(id) ?? "");
      if (takenBack && one && !one.deleted) missing.push(`taking back ${id}`);
      if (!takenBack && one && one.body !== shown) missing.push(`a correction of ${id}`);
      const row = rows.get(names.get(id) ?? "");
      if (!takenBack && row && reactionOf(row, false) !== (reaction ?? "")) missing.push(`a reaction to ${id}`);
    }
    for (const { id } of answered) if (!rows.has(id)) missing.push(`what the shop's phone said: ${id}`);
    for (const id of calls) if (!noted.has(id)) missing.push(`the call ${id}`);
  }
  return missing;
}

const reactionOf = ({ reactions }: Row, fromMe: boolean): string =>
  reactions.find((one) => one.fromMe === fromMe)?.emoji ?? "";

/** Returns the call ids of the stored call events, duplicates included. */
async function callsOf(
  { query, companyId }: Pick<ChaosEnvironment, "query" | "companyId">,
  ticketId?: string,
): Promise<string[]> {
  const rows = await query(
    (ownerSql) => ownerSql<{ id: string }[]>`
      select details ->> 'callId' as id from ticket_events
      where company_id = ${companyId} and type = 'call' ${ticketId ? ownerSql`and ticket_id = ${ticketId}` : ownerSql``}
      order by at, id`,
  );
  return rows.map(({ id }) => id);
}

async function stillUnread(environment: ChaosEnvironment, conversations: Conversation[]): Promise<string[]> {
  const rows = new Map((await rowsOf(environment)).map((row) => [row.id, row]));
  return conversations.flatMap(({ written }) =>
    written
      .filter(({ id, takenBack }) => !takenBack && (rows.get(id)?.ack ?? 0) < 3)
      .map(({ id }) => `message ${id} was read and has ack ${rows.get(id)?.ack}`),
  );
}

async function compare(environment: ChaosEnvironment, conversation: Conversation): Promise<string[]> {
  const wrong: string[] = [];
  const ticketId = await conversation.ticketId;
  const rows = await rowsOf(environment, ticketId);
  const held = await environment.phones.messages(conversation.number);
  const ownPhone = new Set(conversation.answered.map(({ id }) => id));
  const received = rows.filter(({ from_me }) => !from_me);
  const ours = rows.filter(({ from_me, provider_id }) => from_me && !ownPhone.has(provider_id ?? ""));
  const written = ours.filter(({ body }) => body !== deskTexts.noCalls);
  const expect = (what: string, actual: unknown, expected: unknown) => {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) wrong.push(`${conversation.number} ${what}\n    is     ${is}\n    should ${should}`);
  };

  expect(
    "received by the desk, once and in order",
    received.map(({ provider_id, media_type, body }) => [provider_id, media_type, body]),
    conversation.received.map(({ id, mediaType, body }) => [id, mediaType, body]),
  );
  expect(
    "deleted, and quoting what they quoted",
    received.map(({ is_deleted, quoted_id }) => [is_deleted, quoted_id]),
    conversation.received.map(({ removed, quotedId }) => [removed, quotedId]),
  );
  expect(
    "media",
    received.map(({ file_id }) => file_id !== null),
    conversation.received.map(({ hasFile }) => hasFile),
  );
  expect(
    "our reactions",
    received.filter(({ is_deleted }) => !is_deleted).map((row) => reactionOf(row, true)),
    conversation.received.filter(({ removed }) => !removed).map(({ reaction }) => reaction ?? ""),
  );
  expect(
    "said on the shop's own phone, once and in order",
    rows
      .filter(({ provider_id }) => ownPhone.has(provider_id ?? ""))
      .map(({ provider_id, body }) => [provider_id, body]),
    conversation.answered.map(({ id, body }) => [id, body]),
  );
  expect("calls, once", (await callsOf(environment, ticketId)).sort(), [...conversation.calls].sort());
  expect(
    "written at the desk, once and in order",
    written.map(({ id, media_type, body }) => [id, media_type, body]),
    conversation.written.map(({ id, mediaType, body }) => [id, mediaType, body]),
  );

  const fromDesk = held.filter(({ fromMe, id }) => !fromMe && !ownPhone.has(id));
  const arrived = fromDesk.filter(({ body }) => body !== deskTexts.noCalls);
  expect(
    "answers to calls, on both sides",
    [ours.length - written.length, fromDesk.length - arrived.length],
    [conversation.calls.length, conversation.calls.length],
  );
  const wanted = conversation.written.filter(({ takenBack }) => !takenBack);
  const names = await environment.providerIdsOf(conversation.written.map(({ id }) => id));
  const nameOf = ({ id }: { id: string }) => names.get(id) ?? `unnamed ${id}`;
  const takenBack = new Set(conversation.written.filter((one) => one.takenBack).map(nameOf));
  expect(
    "on the phone, once and in order",
    arrived.filter(({ id }) => !takenBack.has(id)).map(({ id, body }) => [id, body]),
    wanted.map((one) => [nameOf(one), one.shown]),
  );
  const byId = new Map(conversation.written.map((one) => [nameOf(one), one]));
  for (const { id, type, deleted, quotedId, mediaUrl } of arrived) {
    const one = byId.get(id);
    expect(`taken back ${id}`, deleted === true, one?.takenBack === true);
    expect(`quote of ${id}`, quotedId ?? null, one?.quotedId ?? null);
    const kind = kindOnPhone[one?.mediaType ?? "chat"] ?? one?.mediaType;
    expect(`kind of ${id}`, [type, mediaUrl !== undefined], [kind, isFile(kind)]);
  }
  for (const row of written) if (row.error_code) wrong.push(`${row.id} failed with ${row.error_code}`);
  return wrong;
}

const kindOnPhone: Partial<Record<MediaType, string>> = { chat: "text", vcard: "contact", locationMessage: "location" };
const isFile = (kind: string | undefined) => kind !== "text" && kind !== "contact" && kind !== "location";

/** Returns the messages in the order of the conversation. */
async function rowsOf({ query, companyId, connectionId }: ChaosEnvironment, ticketId?: string) {
  return query(
    (ownerSql) => ownerSql<Row[]>`
      select id, provider_id, from_me, body, ack, error_code, send_after, is_deleted, edited_at, quoted_id, file_id, media_state,
        media_type, reactions
      from messages
      where company_id = ${companyId} and connection_id = ${connectionId} ${ticketId ? ownerSql`and ticket_id = ${ticketId}` : ownerSql``}
      order by created_at, seq, id`,
  );
}
