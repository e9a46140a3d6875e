import { expect } from "vitest";
import { commandRow } from "../../../contracts/commands/index.ts";
import type { OtherOpenTicket } from "../../../contracts/desk/tickets.ts";
import type { Observation } from "./device-messages.ts";
import type { IssuedCommand, Simulation } from "./simulation.ts";

type Told = Pick<Simulation, "given" | "answers">;

/** Returns the ticket that the contact had already, when that is why the server refused to create one; null: it is not. */
function otherTicketOf({ answers }: Told, { id, type }: IssuedCommand): OtherOpenTicket | null {
  const answer = answers.get(id);
  const isOther = type === "ticket.create" && answer?.code === "ERR_OTHER_OPEN_TICKET";
  return isOther ? (answer.details as OtherOpenTicket) : null;
}

/** Returns the other ticket of the creation that a command names. */
function creationOf(told: Told, { payload }: IssuedCommand) {
  const creation = "ticketId" in payload && told.given.find(({ id }) => id === payload.ticketId);
  const other = creation ? otherTicketOf(told, creation) : null;
  return creation && other ? { creation, other } : null;
}

/** Returns the ticket that a command belongs to now: a device moves the content of a refused creation. */
export function ticketIdOf(told: Told, command: IssuedCommand): string | null {
  const { payload } = command;
  const moved = creationOf(told, command);
  if (moved?.other.canSee) return moved.other.ticketId;
  return "ticketId" in payload && payload.ticketId ? payload.ticketId : null;
}

/** Returns whether a command moved to another ticket, behind the commands that were given there meanwhile. */
export const hasMoved = (told: Told, command: IssuedCommand): boolean =>
  creationOf(told, command)?.other.canSee ?? false;

/**
 * Checks a command that ended without an answer to itself, or with one that the device settles without its user.
 * Returns false when it is none.
 */
export function expectMoved(
  told: Told,
  command: IssuedCommand,
  entry: Observation["outbox"][number] | undefined,
  seen: Observation,
): boolean {
  if (otherTicketOf(told, command)?.canSee) {
    expect(entry, `${command.type}: its ticket exists, and it is still there`).toBeUndefined();
    return true;
  }
  const moved = creationOf(told, command);
  if (!moved || told.answers.has(command.id)) return false;
  const { type, payload } = command;
  const { canSee, canAnswer } = moved.other;
  if (!commandRow(type).goesAlong) {
    expect(entry, `${type}: about another ticket, and still there`).toBeUndefined();
    return true;
  }
  if (canAnswer) return false;
  const body = type === "message.send" && "body" in payload ? payload.body : null;
  if (body) {
    expect(seen.movedTexts[moved.creation.id]?.join("\n"), "a reply was dropped").toContain(body);
    expect(entry, `${type}: a text, and still there`).toBeUndefined();
  } else if (!canSee) return false;
  else expect(entry).toMatchObject({ state: "refused", error: { code: "ERR_OTHER_OPEN_TICKET" } });
  return true;
}
