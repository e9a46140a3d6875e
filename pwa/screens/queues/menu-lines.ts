import { menuText } from "../../../sync/contracts/menu-text.ts";
import type { MenuLine } from "../../../sync/contracts/queues.ts";

/**
 * A queue's menu while it is edited: every line after its parent, with all that is under it, as one reads it. `depth`
 * counts from 0.
 */
export type OutlineLine = MenuLine & { depth: number; number: number; isFirst: boolean; isLast: boolean };

const under = (lines: readonly MenuLine[], parentId: string | null) =>
  lines.filter((line) => line.parentId === parentId);

/** In the order in which it is read, with the number that the contact types. */
export function outline(lines: readonly MenuLine[], parentId: string | null = null, depth = 0): OutlineLine[] {
  const level = under(lines, parentId);
  return level.flatMap((line, place) => [
    { ...line, depth, number: place + 1, isFirst: place === 0, isLast: place === level.length - 1 },
    ...outline(lines, line.id, depth + 1),
  ]);
}

/** As it is saved: parents before what is under them. */
export const inOrder = (lines: readonly MenuLine[]): MenuLine[] =>
  outline(lines).map(({ id, parentId, title, message }) => ({ id, parentId, title, message }));

export const countUnder = (lines: readonly MenuLine[], id: string): number => under(lines, id).length;

/** Without the line and all that is under it. */
export function withoutLine(lines: readonly MenuLine[], id: string): MenuLine[] {
  const gone = new Set([id]);
  for (const line of inOrder(lines)) if (line.parentId !== null && gone.has(line.parentId)) gone.add(line.id);
  return lines.filter((line) => !gone.has(line.id));
}

/** Up or down among its siblings. */
export function moveLine(lines: readonly MenuLine[], id: string, by: -1 | 1): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  if (!line) return [...lines];
  const level = under(lines, line.parentId);
  const other = level[level.indexOf(line) + by];
  if (!other) return [...lines];
  return lines.map((one) => (one === line ? other : one === other ? line : one));
}

/** Under the sibling above it, as its last. */
export function nestLine(lines: readonly MenuLine[], id: string): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  const level = line ? under(lines, line.parentId) : [];
  const above = line && level[level.indexOf(line) - 1];
  if (!line || !above) return [...lines];
  return [...lines.filter((one) => one !== line), { ...line, parentId: above.id }];
}

/** Out of its parent, right after it. */
export function unnestLine(lines: readonly MenuLine[], id: string): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  const parent = lines.find((one) => one.id === line?.parentId);
  if (!line || !parent) return [...lines];
  const rest = lines.filter((one) => one !== line);
  rest.splice(rest.indexOf(parent) + 1, 0, { ...line, parentId: parent.parentId });
  return rest;
}

/** What the contact is sent: the level's words, and its lines by number. */
export function menuPreview(lines: readonly MenuLine[], parentId: string | null, greeting: string): string {
  const words = parentId === null ? greeting : (lines.find(({ id }) => id === parentId)?.message ?? "");
  const titles = under(lines, parentId).map(({ title }) => title);
  return menuText(words, titles, parentId !== null);
}
