import { menuText } from "../../../contracts/desk/menu-text.ts";
import type { MenuLine } from "../../../contracts/desk/queues.ts";

/** An option of the menu with its position in the outline. `depth` counts from 0. */
export type OutlineLine = MenuLine & { depth: number; number: number; isFirst: boolean; isLast: boolean };

const under = (lines: readonly MenuLine[], parentId: string | null) =>
  lines.filter((line) => line.parentId === parentId);

/**
 * Returns the options in reading order, each followed by everything below it, with the numbers that the contact
 * types.
 */
export function outline(lines: readonly MenuLine[], parentId: string | null = null, depth = 0): OutlineLine[] {
  const level = under(lines, parentId);
  return level.flatMap((line, place) => [
    { ...line, depth, number: place + 1, isFirst: place === 0, isLast: place === level.length - 1 },
    ...outline(lines, line.id, depth + 1),
  ]);
}

/** Returns the options in saving order: parents before their children. */
export const inOrder = (lines: readonly MenuLine[]): MenuLine[] =>
  outline(lines).map(({ id, parentId, title, message }) => ({ id, parentId, title, message }));

export const countUnder = (lines: readonly MenuLine[], id: string): number => under(lines, id).length;

/** Returns the menu without the option and everything below it. */
export function withoutLine(lines: readonly MenuLine[], id: string): MenuLine[] {
  const gone = new Set([id]);
  for (const line of inOrder(lines)) if (line.parentId !== null && gone.has(line.parentId)) gone.add(line.id);
  return lines.filter((line) => !gone.has(line.id));
}

/** Moves the option up or down among its siblings. */
export function moveLine(lines: readonly MenuLine[], id: string, by: -1 | 1): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  if (!line) return [...lines];
  const level = under(lines, line.parentId);
  const other = level[level.indexOf(line) + by];
  if (!other) return [...lines];
  return lines.map((one) => (one === line ? other : one === other ? line : one));
}

/** Moves the option below the sibling above it, as its last child. */
export function nestLine(lines: readonly MenuLine[], id: string): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  const level = line ? under(lines, line.parentId) : [];
  const above = line && level[level.indexOf(line) - 1];
  if (!line || !above) return [...lines];
  return [...lines.filter((one) => one !== line), { ...line, parentId: above.id }];
}

/** Moves the option out of its parent, directly after it. */
export function unnestLine(lines: readonly MenuLine[], id: string): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  const parent = lines.find((one) => one.id === line?.parentId);
  if (!line || !parent) return [...lines];
  const rest = lines.filter((one) => one !== line);
  rest.splice(rest.indexOf(parent) + 1, 0, { ...line, parentId: parent.parentId });
  return rest;
}

/** Returns the text that the contact receives: the level's message and its numbered options. */
export function menuPreview(lines: readonly MenuLine[], parentId: string | null, greeting: string): string {
  const words = parentId === null ? greeting : (lines.find(({ id }) => id === parentId)?.message ?? "");
  const titles = under(lines, parentId).map(({ title }) => title);
  return menuText(words, titles, parentId !== null);
}
