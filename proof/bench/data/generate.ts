import { searchable } from "../../../contracts/search-text.ts";
import { fullName, seededRandom, sentence } from "./random-text.ts";

export type Size = { name: "2k" | "10k" | "100k"; tickets: number };
export const sizes = {
  tiny: { name: "2k", tickets: 2_000 },
  small: { name: "10k", tickets: 10_000 },
  large: { name: "100k", tickets: 100_000 },
} as const satisfies Record<string, Size>;

type Cell = string | number | boolean | null;
export type Table = { table: string; columns: string[] };
export type Rows = Table & { rows(): Generator<Cell[]> };

const DAY = 86_400_000;
const HISTORY_DAYS = 90;
export const MESSAGES_EACH = 20;
const QUEUES = 8;
const USERS = 40;
/** Share of the newest tickets that are not closed, pending ones included. */
const OPEN_SHARE = 0.2;
const PENDING_SHARE = 0.05;

export type Company = ReturnType<typeof company>;
/** Returns a company's small data; tickets and messages are generated one after another. */
export function company(seed: number, name: string, count: number, now: number, passwordHash: string) {
  const random = seededRandom(seed);
  const id = random.id(now - 200 * DAY);
  const since = now - HISTORY_DAYS * DAY;
  const make = (length: number) => Array.from({ length }, () => random.id(since));
  const [queueIds, userIds, contactIds] = [make(QUEUES), make(USERS), make(Math.ceil(count * 0.6))];
  const connectionId = random.id(since);
  const slug = name.toLowerCase();
  return { id, name, slug, seed, count, now, since, queueIds, userIds, contactIds, connectionId, passwordHash };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const phoneOf = ({ seed }: Company, at: number): string => `5531${String(seed % 10)}${String(at).padStart(7, "0")}`;

/**
 * Returns the rows of the small tables. The first user is the admin, the second sees two queues, the third also
 * closed history.
 */
export function smallTables(of: Company): Rows[] {
  const { id, queueIds, userIds, connectionId } = of;
  const rows = (cells: Cell[][]) =>
    function* () {
      yield* cells;
    };
  return [
    {
      table: "companies",
      columns: ["id", "name", "due_date"],
      rows: rows([[id, of.name, iso(of.now + 400 * DAY)]]),
    },
    {
      table: "queues",
      columns: ["company_id", "id", "name", "color"],
      rows: rows(queueIds.map((queue, at) => [id, queue, `Fila ${at}`, `#0000${10 + at}`])),
    },
    {
      table: "users",
      columns: ["company_id", "id", "name", "email", "password_hash", "profile", "all_ticket", "all_historic"],
      rows: rows(
        userIds.map((user, at) => {
          const profile = at === 0 ? "admin" : "user";
          return [id, user, `Agente ${at}`, `user${at}@${of.slug}.example`, of.passwordHash, profile, at < 3, at === 2];
        }),
      ),
    },
    {
      table: "user_queues",
      columns: ["company_id", "user_id", "queue_id"],
      rows: rows(userIds.flatMap((user, at) => [at, at + 1].map((q) => [id, user, queueIds[q % QUEUES] as string]))),
    },
    {
      table: "connections",
      columns: ["company_id", "id", "name", "is_default", "status"],
      rows: rows([[id, connectionId, "Loja", true, "CONNECTED"]]),
    },
    {
      table: "connection_leases",
      columns: ["company_id", "connection_id", "desired"],
      rows: rows([[id, connectionId, "down"]]),
    },
    { table: "ticket_counters", columns: ["company_id", "last"], rows: rows([[id, of.count]]) },
    { table: "clocks", columns: ["company_id", "rev"], rows: rows([[id, 0]]) },
  ];
}

export function contactTables(of: Company): Rows[] {
  const { id, contactIds } = of;
  return [
    {
      table: "contacts",
      columns: ["company_id", "id", "name", "number", "search", "created_at", "updated_at"],
      *rows() {
        const random = seededRandom(of.seed + 1);
        for (const [at, contact] of contactIds.entries()) {
          const [name, number] = [fullName(random), phoneOf(of, at)];
          yield [id, contact, name, number, searchable(name, number), iso(of.since), iso(of.since)];
        }
      },
    },
    {
      table: "contact_addresses",
      columns: ["company_id", "id", "contact_id", "kind", "address", "match_key"],
      *rows() {
        const random = seededRandom(of.seed + 2);
        for (const [at, contact] of contactIds.entries()) {
          yield [id, random.id(of.since), contact, "phone", phoneOf(of, at), phoneOf(of, at)];
        }
      },
    },
  ];
}

export type TicketMade = ReturnType<typeof ticket>;
/**
 * Returns the ticket at that position, identical on every call: the newest are open, older ones of the contact
 * closed.
 */
export function ticket(of: Company, at: number) {
  const random = seededRandom(of.seed * 7_919 + at);
  const fromEnd = of.count - at;
  const status = fromEnd <= of.count * PENDING_SHARE ? "pending" : fromEnd <= of.count * OPEN_SHARE ? "open" : "closed";
  const startedAt = of.since + Math.floor(((HISTORY_DAYS - 0.5) * DAY * at) / of.count);
  // Most are short; one in a hundred is long.
  const length =
    at % 100 === 0 ? MESSAGES_EACH * 20 : Math.max(2, Math.round(MESSAGES_EACH * 0.808 * 2 * random.next()));
  const queueAt = random.below(QUEUES);
  // A queue's tickets belong to users who see the queue.
  const userAt = queueAt + QUEUES * random.below(USERS / QUEUES);
  return {
    number: at + 1,
    id: random.id(startedAt),
    contactId: of.contactIds[at % of.contactIds.length] as string,
    queueId: of.queueIds[queueAt] as string,
    userId: status === "pending" ? null : (of.userIds[userAt] as string),
    status,
    startedAt,
    length,
    random,
  };
}

/** Generates the ticket's messages, oldest first. */
export function* messagesOf(of: Company, made: TicketMade): Generator<{ id: string; at: number; cells: Cell[] }> {
  const { random } = made;
  const step = Math.min((DAY * 0.4) / made.length, 300_000);
  for (let i = 0; i < made.length; i++) {
    const at = made.startedAt + Math.floor(i * step);
    const fromMe = made.userId !== null && random.next() < 0.45;
    const [id, read] = [random.id(at), iso(at + 30_000)];
    const answered = fromMe ? [3, iso(at + 1_000), iso(at + 2_000), read] : [0, null, null, null];
    const keys = [`${made.number}@s.whatsapp.net`, `${of.seed}-${made.number}-${i}`, i];
    const cells = [
      of.id,
      id,
      made.id,
      made.contactId,
      of.connectionId,
      made.queueId,
      fromMe,
      fromMe ? made.userId : null,
    ];
    yield { id, at, cells: [...cells, sentence(random), ...answered, ...keys, iso(at), iso(at)] };
  }
}

export const messageColumns =
  "company_id id ticket_id contact_id connection_id queue_id from_me user_id body ack accepted_at delivered_at read_at chat_key provider_id seq created_at received_at".split(
    " ",
  );
export const ticketColumns =
  "company_id id number status contact_id connection_id queue_id user_id unread_messages last_message_id last_message_at closed_at created_at updated_at".split(
    " ",
  );

export function ticketCells(of: Company, made: TicketMade, last: { id: string; at: number }): Cell[] {
  const closedAt = made.status === "closed" ? iso(last.at + 60_000) : null;
  const unread = made.status === "pending" ? Math.min(made.length, 9) : 0;
  const belongs = [made.contactId, of.connectionId, made.queueId, made.userId];
  const times = [iso(last.at), closedAt, iso(made.startedAt), iso(last.at)];
  return [of.id, made.id, made.number, made.status, ...belongs, unread, last.id, ...times];
}

export type { Cell };
