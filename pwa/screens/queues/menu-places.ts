import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { type OutlineLine, outline } from "./menu-lines.ts";

/** A position in the menu: before the option at `index` of the others, or after them all; below `parentId`. */
export type MenuPosition = { index: number; depth: number; parentId: string | null };

/** Returns the options among which a dragged one may be dropped: all except itself and everything below it. */
export function staying(lines: readonly MenuLine[], id: string): OutlineLine[] {
  const gone = new Set([id]);
  return outline(lines).filter((line) => {
    const goes = gone.has(line.id) || (line.parentId !== null && gone.has(line.parentId));
    if (goes) gone.add(line.id);
    return !goes;
  });
}

/**
 * Returns the position nearest to the wanted depth: at most one level below the option above, and not less deep than
 * the option after it.
 */
export function placeAt(others: readonly OutlineLine[], wantedIndex: number, wantedDepth: number): MenuPosition {
  const index = Math.min(Math.max(wantedIndex, 0), others.length);
  const above = others[index - 1];
  const least = others[index]?.depth ?? 0;
  const depth = Math.min(Math.max(wantedDepth, least), above ? above.depth + 1 : 0);
  let parent = above;
  while (parent && parent.depth >= depth) parent = others.find(({ id }) => id === parent?.parentId);
  return { index, depth, parentId: parent?.id ?? null };
}

/** Moves the option to the position, with everything below it. */
export function putLine(lines: readonly MenuLine[], id: string, { index, parentId }: MenuPosition): MenuLine[] {
  const line = lines.find((one) => one.id === id);
  if (!line) return [...lines];
  const others = staying(lines, id).map((other) => other.id);
  const byId = new Map(lines.map((one) => [one.id, one]));
  const under = lines.filter((one) => one !== line && !others.includes(one.id));
  const ordered = (ids: string[]) => ids.flatMap((one) => byId.get(one) ?? []);
  return [...ordered(others.slice(0, index)), { ...line, parentId }, ...under, ...ordered(others.slice(index))];
}
