import { commandRow } from "../../../contracts/commands/index.ts";
import type { Documents, Facts, OverlaidCollection } from "../../../contracts/commands/row.ts";
import { isStopped, isUnsent, laneOf, type OutboxRecord } from "../outbox/entry.ts";

/** The acting user, and the facts that the effects read. */
export type EffectContext<C extends OverlaidCollection> = Facts[C] & { userId: string; userName: string };

/** Refused and held commands have no effect; an answered one counts until the pulled document has its revision. */
function isStillAhead(command: OutboxRecord, pulled: { rev: number } | null): boolean {
  if (isStopped(command)) return false;
  return !(command.state === "answered" && pulled && command.rev !== null && pulled.rev >= command.rev);
}

/** Returns the pulled document with the effects of its commands, in outbox order; null: there is none. */
export function applyEffects<C extends OverlaidCollection>(
  collection: C,
  pulled: Documents[C] | null,
  commands: readonly OutboxRecord[],
  acting: EffectContext<C>,
): Documents[C] | null {
  let document = pulled;
  for (const command of commands) {
    const { id, type, payload, createdAt: at, file } = command;
    const { effects, staysRefused } = commandRow(type);
    if (!isStillAhead(command, pulled) && !(staysRefused && isStopped(command))) continue;
    const effect = effects?.[collection];
    if (effect) document = effect(document, payload, { ...acting, id, at, file });
  }
  return document;
}

/**
 * Returns the documents of a collection after the commands about them. `isWaiting`: the server does not have
 * some of its values yet.
 */
export function applyEffectsToAll<C extends OverlaidCollection>(
  collection: C,
  pulled: readonly Documents[C][],
  commands: readonly OutboxRecord[],
  acting: EffectContext<C>,
): (Documents[C] & { isWaiting: boolean })[] {
  const known = new Map(pulled.map((document) => [document.id, document]));
  const about = Map.groupBy(
    commands.filter(({ type }) => commandRow(type).effects?.[collection]),
    documentOf,
  );
  return [...new Set([...known.keys(), ...about.keys()])].flatMap((id) => {
    const mine = about.get(id) ?? [];
    const document = applyEffects(collection, known.get(id) ?? null, mine, acting);
    const changesIt = ({ type }: OutboxRecord) => !known.has(id) || commandRow(type).creates !== "subject";
    const isWaiting = mine.some((command) => isUnsent(command) && changesIt(command));
    return document ? [{ ...document, isWaiting }] : [];
  });
}

/** Returns the id of the document that a command creates or changes. */
const documentOf = (command: OutboxRecord): string =>
  commandRow(command.type).creates === "subject" ? command.id : laneOf(command);
