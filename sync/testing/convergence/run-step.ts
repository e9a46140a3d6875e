import { randomUUID } from "node:crypto";
import type { CommandPayload, CommandType } from "../../../contracts/commands/index.ts";
import { latency } from "../../../contracts/testing/latency.ts";
import type { ShortObservation } from "./device-messages.ts";
import { changeAtServer } from "./server-changes.ts";
import { goOffline, goOnline, type Seat, type Simulation, userOf } from "./simulation.ts";
import type { Step } from "./steps.ts";

const from = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** Some hours lie in the past, so that schedules for them are due immediately. */
const hourOf = (n: number) => new Date(Date.now() + (n - 4) * 3_600_000).toISOString();

/** Each device's writer id for drafts. */
const writers = [randomUUID(), randomUUID(), randomUUID()];

/** Runs one step. Its consequences on the devices continue while the next step runs. */
export async function take(simulation: Simulation, step: Step): Promise<void> {
  if (step.do === "pause") return latency(step.ms);
  if (step.do === "server") return changeAtServer(simulation, step.what, step);
  const seat = simulation.seats[step.device];
  if (!seat) throw new Error("no such device");
  if (step.do === "link") return step.up ? goOnline(seat, simulation.line) : goOffline(seat);
  if (step.do === "reload") return reload(simulation, seat);
  const seen = await seat.device.call("glance", { at: step.at });
  if (step.do === "decide") return decide(simulation, seat, seen, step);
  const payload = payloadOf(simulation, seen, step);
  if (!payload) return;
  const id = await seat.device.call("send", { type: step.type, payload });
  simulation.given.push({ id, seat, type: step.type, payload, gone: false, again: false });
}

async function reload(simulation: Simulation, seat: Seat) {
  const wasUp = seat.up;
  goOffline(seat);
  await seat.device.call("reload", { user: await userOf(seat.agent) });
  if (wasUp) await goOnline(seat, simulation.line);
}

async function decide(
  simulation: Simulation,
  seat: Seat,
  seen: ShortObservation,
  step: Extract<Step, { do: "decide" }>,
) {
  const entry = from(seen.outbox, step.at);
  const given = simulation.given.find(({ id }) => id === entry?.id);
  if (!entry || !given) return;
  if (step.how === "discard") {
    given.gone = await seat.device.call("discard", { id: entry.id });
    return;
  }
  const id = await seat.device.call("retry", { id: entry.id });
  if (id === entry.id) return;
  given.gone = true;
  // Commands given after a refused creation have followed it.
  for (const one of simulation.given) one.payload = JSON.parse(JSON.stringify(one.payload).replaceAll(entry.id, id));
  simulation.given.push({ ...given, id, gone: false, again: true });
}

const phoneOf = (at: number, other: number) =>
  `31 9877${String(other).padStart(2, "0")}-88${String(at).padStart(2, "0")}`;

/** Returns what a user could request with the current screen; null: nothing of the kind is there. */
function payloadOf(
  simulation: Simulation,
  seen: ShortObservation,
  { type, device, at, other }: Extract<Step, { do: "command" }>,
): CommandPayload<CommandType> | null {
  const ticket = from(seen.tickets, at);
  const chat = from(seen.chats, at);
  const rows = seen.rows.filter((row) => row.local === null);
  switch (type) {
    case "contact.create":
      return { name: `Novo ${at}`, number: phoneOf(at, other) };
    case "ticket.create": {
      const made = simulation.given.filter((given) => given.type === "contact.create").map(({ id }) => id);
      const contactId = from([...seen.tickets.map((one) => one.contactId), ...made], other);
      return contactId ? { contactId, queueId: at % 2 ? simulation.queue.id : simulation.support.id } : null;
    }
    case "contact.update": {
      const contactId = ticket?.contactId;
      return contactId ? { contactId, change: { name: `Editado ${other}` }, baseRev: ticket.rev } : null;
    }
    case "ticket.transfer":
      if (!ticket) return null;
      return {
        ticketId: ticket.id,
        queueId: other % 2 ? simulation.queue.id : simulation.support.id,
        userId: other % 3 ? null : simulation.bia.id,
      };
    case "message.edit": {
      const own = from(
        seen.rows.filter((row) => row.fromMe),
        other,
      );
      return ticket && own ? { ticketId: ticket.id, messageId: own.id, body: `Emendada ${randomUUID()}` } : null;
    }
    case "message.send":
      if (!ticket) return null;
      if (other === 4)
        return { ticketId: ticket.id, cards: [{ name: `Ivo ${randomUUID()}`, number: "5531955500190" }] };
      if (other === 6)
        return { ticketId: ticket.id, place: { latitude: -19.93, longitude: -43.93, name: `Loja ${randomUUID()}` } };
      return {
        ticketId: ticket.id,
        body: `Resposta ${randomUUID()}`,
        seenMessageId: other % 2 ? (rows.at(-1)?.id ?? null) : null,
        quotedId: other % 5 ? null : (from(rows, other)?.id ?? null),
      };
    case "message.retry":
    case "message.discard": {
      const failed = rows.find((row) => row.errorCode !== null);
      return ticket && failed ? { ticketId: ticket.id, messageId: failed.id } : null;
    }
    case "message.fetchMedia": {
      const absent = rows.find((row) => row.media?.state === "failed" || row.media?.state === "remote");
      return ticket && absent ? { ticketId: ticket.id, messageId: absent.id } : null;
    }
    case "message.delete": {
      const own = from(
        rows.filter((row) => row.fromMe),
        other,
      );
      return ticket && own ? { ticketId: ticket.id, messageId: own.id } : null;
    }
    case "quickMessage.create":
      return { shortcode: `r${other}`, message: `Resposta pronta ${at}` };
    case "quickMessage.update": {
      const quick = from(seen.quick, other);
      return quick ? { quickMessageId: quick.id, change: { message: `Mudada ${at}` }, baseRev: quick.rev } : null;
    }
    case "quickMessage.delete": {
      const quick = from(seen.quick, other);
      return quick ? { quickMessageId: quick.id } : null;
    }
    case "schedule.create": {
      const made = simulation.given.filter((given) => given.type === "contact.create").map(({ id }) => id);
      const contactId = from([...seen.tickets.map((one) => one.contactId), ...made], other);
      return contactId ? { contactId, body: `Plano ${at}`, sendAt: hourOf(other) } : null;
    }
    case "schedule.change": {
      const schedule = from(seen.schedules, other);
      const change = from([{ body: `Plano mudado ${at}` }, { sendAt: hourOf(at) }, { isMarketing: at % 2 === 0 }], at);
      return schedule ? { ...change, scheduleId: schedule.id, baseRev: schedule.rev } : null;
    }
    case "schedule.delete": {
      const schedule = from(seen.schedules, other);
      return schedule ? { scheduleId: schedule.id, isSent: schedule.sentAt !== null } : null;
    }
    case "tag.create":
      return { name: `Marca ${other % 4}` };
    case "ticket.tag": {
      const made = simulation.given.filter((given) => given.type === "tag.create").map(({ id }) => id);
      if (!ticket) return null;
      return { ticketId: ticket.id, add: made.slice(other, other + 2), remove: ticket.tagIds.slice(0, at % 2) };
    }
    case "note.add":
      return ticket ? { ticketId: ticket.id, note: `Nota ${other}` } : null;
    case "note.delete": {
      const note = from(ticket?.notes ?? [], other);
      return ticket && note ? { ticketId: ticket.id, noteId: note.id } : null;
    }
    case "message.react": {
      const row = from(rows, other);
      return ticket && row ? { ticketId: ticket.id, messageId: row.id, emoji: from(["👍", "❤️", ""], at) ?? "" } : null;
    }
    case "message.forward": {
      const row = from(rows, other);
      const contactId = from(seen.tickets, other)?.contactId;
      return ticket && row && contactId
        ? { ticketId: ticket.id, messageIds: [row.id], contactIds: [contactId], queueId: simulation.queue.id }
        : null;
    }
    case "draft.save":
      return ticket
        ? {
            ticketId: ticket.id,
            text: from(["Bom", "Bom dia", ""], other) ?? "",
            baseRev: 0,
            writerId: writers[device] ?? "",
          }
        : null;
    case "ticket.lane":
      return ticket
        ? { ticketId: ticket.id, laneId: other % 4 ? (from(simulation.lanes, other) ?? null) : null }
        : null;
    case "chat.create":
      return { title: `Equipe ${at}`, userIds: seen.users.filter((_, place) => (place + other) % 2 === 0) };
    case "chat.update": {
      const [joining, leaving] = [from(seen.users, other), from(seen.users, other + 1)];
      const change = other % 3 ? { add: joining ? [joining] : [], remove: leaving ? [leaving] : [] } : {};
      return chat ? { chatId: chat.id, title: other % 2 ? `Mudada ${at}` : chat.title, ...change } : null;
    }
    case "chat.delete":
      // Seldom, so that chats live long enough for the other steps.
      return chat && other % 4 === 0 ? { chatId: chat.id } : null;
    case "announcement.read":
      // None exists: an active one would appear in the companies of other tests. Its reading is refused.
      return { announcementId: randomUUID() };
    case "chat.read": {
      const row = from(seen.chatRows, other);
      return chat && row ? { chatId: chat.id, seq: row.seq } : null;
    }
    case "chatMessage.send": {
      const quotedId = other % 3 ? null : (from(seen.chatRows, other)?.id ?? null);
      return chat ? { chatId: chat.id, body: `Recado ${randomUUID()}`, quotedId } : null;
    }
    default:
      return ticket ? { ticketId: ticket.id } : null;
  }
}
