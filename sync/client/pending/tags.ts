import type { TagRef } from "../../../contracts/desk/refs.ts";
import { tagColorOf } from "../../../contracts/desk/tags.ts";
import { isStopped, type OutboxRecord } from "../outbox/entry.ts";

/** The server puts a new lane behind the others. */
const LAST_LANE = Number.MAX_SAFE_INTEGER;

/** Adds tags created on this device to the company's tags; ordered by name. */
export function tagRefs(pulled: readonly TagRef[], commands: readonly OutboxRecord[]): TagRef[] {
  const known = new Set(pulled.flatMap(({ id, name }) => [id, name]));
  const made = commands.flatMap((command): TagRef[] => {
    if (command.type !== "tag.create" || isStopped(command)) return [];
    const { id, payload } = command;
    const name = payload.name.trim();
    if (known.has(id) || known.has(name)) return [];
    known.add(name);
    const { color = tagColorOf(name), isKanban = false } = payload;
    return [{ kind: "tag", id, rev: 0, name, color, isKanban, lanePosition: LAST_LANE }];
  });
  if (made.length === 0) return [...pulled];
  return [...pulled, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
}
