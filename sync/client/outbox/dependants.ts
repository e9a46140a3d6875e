import { commandRow } from "../../../contracts/commands/index.ts";
import { isCreation, laneOf, type OutboxRecord } from "./entry.ts";

type Command = Pick<OutboxRecord, "id" | "type" | "payload">;

/**
 * Returns the commands with those that name something which they create: without its creation, such a command can never
 * be sent.
 */
export function withDependants<T extends Command>(all: readonly T[], some: readonly T[]): T[] {
  const made = new Set(some.filter(isCreation).map(({ id }) => id));
  const taken = new Set(some);
  for (let isGrowing = made.size > 0; isGrowing; ) {
    isGrowing = false;
    for (const command of all) {
      if (taken.has(command) || !needs(command, made)) continue;
      taken.add(command);
      isGrowing = true;
      if (isCreation(command)) made.add(command.id);
    }
  }
  return [...some, ...[...taken].filter((command) => !some.includes(command))];
}

/** A list may also name others, such as several contacts of a forward; the command then still has something to do. */
const needs = (command: Command, made: ReadonlySet<string>): boolean =>
  [laneOf(command), ...(commandRow(command.type).needs?.(command.payload) ?? [])].some((id) => made.has(id));
