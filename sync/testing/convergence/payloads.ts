import { randomUUID } from "node:crypto";
import type { CommandPayload, CommandType } from "../../../contracts/commands/index.ts";
import type { ShortObservation } from "./device-messages.ts";
import type { Simulation } from "./simulation.ts";
import { chosen, type Step } from "./steps.ts";

/** The rows that the user has on the screen; `at` and `other` choose among them. */
type Screen = {
  simulation: Simulation;
  seen: ShortObservation;
  ticket: ShortObservation["tickets"][number] | undefined;
  chat: ShortObservation["chats"][number] | undefined;
  /** The messages that the server knows. */
  rows: ShortObservation["rows"];
  device: number;
  at: number;
  other: number;
};

/** Returns what a user could request with the current screen; null: nothing of the kind is there. */
export function payloadOf(
  simulation: Simulation,
  seen: ShortObservation,
  { type, device, at, other }: Extract<Step, { do: "command" }>,
): CommandPayload<CommandType> | null {
  const rows = seen.rows.filter((row) => row.local === null);
  const [ticket, chat] = [chosen(seen.tickets, at), chosen(seen.chats, at)];
  return (payloads[type] ?? nameTicket)({ simulation, seen, ticket, chat, rows, device, at, other });
}

const nameTicket = ({ ticket }: Screen) => (ticket ? { ticketId: ticket.id } : null);

/** Commands that are not listed need only a ticket. */
const payloads: { [T in CommandType]?: (screen: Screen) => CommandPayload<T> | null } = {
  "contact.create": ({ at, other }) => ({ name: `Novo ${at}`, number: phoneOf(at, other) }),
  "contact.update": ({ ticket, other }) =>
    ticket?.contactId
      ? { contactId: ticket.contactId, change: { name: `Editado ${other}` }, baseRev: ticket.rev }
      : null,

  "ticket.create": (screen) => {
    const contactId = anyContact(screen);
    return contactId ? { contactId, queueId: queueAt(screen, screen.at) } : null;
  },
  "ticket.transfer": (screen) => {
    const { simulation, ticket, other } = screen;
    return ticket
      ? { ticketId: ticket.id, queueId: queueAt(screen, other), userId: other % 3 ? null : simulation.bia.id }
      : null;
  },
  "ticket.tag": ({ simulation, ticket, at, other }) => {
    const made = madeHere(simulation, "tag.create");
    if (!ticket) return null;
    return { ticketId: ticket.id, add: made.slice(other, other + 2), remove: ticket.tagIds.slice(0, at % 2) };
  },
  "ticket.lane": ({ simulation, ticket, other }) =>
    ticket ? { ticketId: ticket.id, laneId: other % 4 ? (chosen(simulation.lanes, other) ?? null) : null } : null,
  "note.add": ({ ticket, other }) => (ticket ? { ticketId: ticket.id, note: `Nota ${other}` } : null),
  "note.delete": ({ ticket, other }) => {
    const note = chosen(ticket?.notes ?? [], other);
    return ticket && note ? { ticketId: ticket.id, noteId: note.id } : null;
  },

  "message.send": ({ ticket, rows, other }) => {
    if (!ticket) return null;
    if (other === 4) return { ticketId: ticket.id, cards: [{ name: `Ivo ${randomUUID()}`, number: "5531955500190" }] };
    if (other === 6)
      return { ticketId: ticket.id, place: { latitude: -19.93, longitude: -43.93, name: `Loja ${randomUUID()}` } };
    return {
      ticketId: ticket.id,
      body: `Resposta ${randomUUID()}`,
      seenMessageId: other % 2 ? (rows.at(-1)?.id ?? null) : null,
      quotedId: other % 5 ? null : (chosen(rows, other)?.id ?? null),
    };
  },
  "message.edit": ({ seen, ticket, other }) => {
    const own = chosen(
      seen.rows.filter((row) => row.fromMe),
      other,
    );
    return ticket && own ? { ticketId: ticket.id, messageId: own.id, body: `Emendada ${randomUUID()}` } : null;
  },
  "message.delete": ({ ticket, rows, other }) => {
    const own = chosen(
      rows.filter((row) => row.fromMe),
      other,
    );
    return ticket && own ? { ticketId: ticket.id, messageId: own.id } : null;
  },
  "message.retry": nameFailed,
  "message.discard": nameFailed,
  "message.fetchMedia": ({ ticket, rows }) => {
    const absent = rows.find((row) => row.media?.state === "failed" || row.media?.state === "remote");
    return ticket && absent ? { ticketId: ticket.id, messageId: absent.id } : null;
  },
  "message.react": ({ ticket, rows, at, other }) => {
    const row = chosen(rows, other);
    return ticket && row ? { ticketId: ticket.id, messageId: row.id, emoji: chosen(["👍", "❤️", ""], at) ?? "" } : null;
  },
  "message.forward": ({ simulation, seen, ticket, rows, other }) => {
    const row = chosen(rows, other);
    const contactId = chosen(seen.tickets, other)?.contactId;
    return ticket && row && contactId
      ? { ticketId: ticket.id, messageIds: [row.id], contactIds: [contactId], queueId: simulation.queue.id }
      : null;
  },
  "draft.save": ({ ticket, device, other }) =>
    ticket
      ? {
          ticketId: ticket.id,
          text: chosen(["Bom", "Bom dia", ""], other) ?? "",
          baseRev: 0,
          writerId: writers[device] ?? "",
        }
      : null,

  "quickMessage.create": ({ at, other }) => ({ shortcode: `r${other}`, message: `Resposta pronta ${at}` }),
  "quickMessage.update": ({ seen, at, other }) => {
    const quick = chosen(seen.quick, other);
    return quick ? { quickMessageId: quick.id, change: { message: `Mudada ${at}` }, baseRev: quick.rev } : null;
  },
  "quickMessage.delete": ({ seen, other }) => {
    const quick = chosen(seen.quick, other);
    return quick ? { quickMessageId: quick.id } : null;
  },
  "schedule.create": (screen) => {
    const contactId = anyContact(screen);
    return contactId ? { contactId, body: `Plano ${screen.at}`, sendAt: hourOf(screen.other) } : null;
  },
  "schedule.change": ({ seen, at, other }) => {
    const schedule = chosen(seen.schedules, other);
    const change = chosen([{ body: `Plano mudado ${at}` }, { sendAt: hourOf(at) }, { isMarketing: at % 2 === 0 }], at);
    return schedule ? { ...change, scheduleId: schedule.id, baseRev: schedule.rev } : null;
  },
  "schedule.delete": ({ seen, other }) => {
    const schedule = chosen(seen.schedules, other);
    return schedule ? { scheduleId: schedule.id, isSent: schedule.sentAt !== null } : null;
  },
  "tag.create": ({ other }) => ({ name: `Marca ${other % 4}` }),

  "chat.create": ({ seen, at, other }) => ({
    title: `Equipe ${at}`,
    userIds: seen.users.filter((_, place) => (place + other) % 2 === 0),
  }),
  "chat.update": ({ seen, chat, at, other }) => {
    const [joining, leaving] = [chosen(seen.users, other), chosen(seen.users, other + 1)];
    const change = other % 3 ? { add: joining ? [joining] : [], remove: leaving ? [leaving] : [] } : {};
    return chat ? { chatId: chat.id, title: other % 2 ? `Mudada ${at}` : chat.title, ...change } : null;
  },
  // Seldom, so that chats live long enough for the other steps.
  "chat.delete": ({ chat, other }) => (chat && other % 4 === 0 ? { chatId: chat.id } : null),
  "chat.read": ({ seen, chat, other }) => {
    const row = chosen(seen.chatRows, other);
    return chat && row ? { chatId: chat.id, seq: row.seq } : null;
  },
  "chatMessage.send": ({ seen, chat, other }) => {
    const quotedId = other % 3 ? null : (chosen(seen.chatRows, other)?.id ?? null);
    return chat ? { chatId: chat.id, body: `Recado ${randomUUID()}`, quotedId } : null;
  },
  // None exists: an active one would appear in the companies of other tests. Its reading is refused.
  "announcement.read": () => ({ announcementId: randomUUID() }),
};

function nameFailed({ ticket, rows }: Screen) {
  const failed = rows.find((row) => row.errorCode !== null);
  return ticket && failed ? { ticketId: ticket.id, messageId: failed.id } : null;
}

/** A pulled contact, or one that a device has created. */
const anyContact = ({ simulation, seen, other }: Screen) =>
  chosen([...seen.tickets.map((ticket) => ticket.contactId), ...madeHere(simulation, "contact.create")], other);

const madeHere = ({ given }: Simulation, type: CommandType) =>
  given.filter((command) => command.type === type).map(({ id }) => id);

const queueAt = ({ simulation: { queue, support } }: Screen, n: number) => (n % 2 ? queue.id : support.id);

const phoneOf = (at: number, other: number) =>
  `31 9877${String(other).padStart(2, "0")}-88${String(at).padStart(2, "0")}`;

/** Some hours lie in the past, so that schedules for them are due immediately. */
const hourOf = (n: number) => new Date(Date.now() + (n - 4) * 3_600_000).toISOString();

/** Each device's writer id for drafts. */
const writers = [randomUUID(), randomUUID(), randomUUID()];
