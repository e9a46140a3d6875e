import * as v from "valibot";
import { Id } from "../id.ts";

const Name = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(50));
const Color = v.pipe(v.string(), v.regex(/^#[0-9a-f]{3,8}$/i), v.toLowerCase());

/** Without a colour, the colour is derived from the name. */
export const NewTag = v.object({
  id: v.optional(Id),
  name: Name,
  color: v.optional(Color),
  isKanban: v.optional(v.boolean(), false),
});
export type NewTag = v.InferOutput<typeof NewTag>;

export const TagChange = v.object({
  name: v.optional(Name),
  color: v.optional(Color),
  isKanban: v.optional(v.boolean()),
});
export type TagChange = v.InferOutput<typeof TagChange>;

/** All lanes of the board from left to right; lanes that are not named follow in their present order. */
export const LaneOrder = v.object({ tagIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(500)) });

/** Returns the tags that are lanes, from left to right. */
export function lanesOf<Tag extends { name: string; isKanban: boolean; lanePosition: number }>(
  tags: Iterable<Tag>,
): Tag[] {
  return [...tags]
    .filter(({ isKanban }) => isKanban)
    .sort((a, b) => a.lanePosition - b.lanePosition || a.name.localeCompare(b.name));
}

/**
 * Returns the tags of a ticket after a change. A ticket has at most one kanban tag: of the kanban tags added, the last
 * replaces every other one. Tags that are no kanban tags stay.
 */
export function tagsAfter(
  present: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
  isKanban: (tagId: string) => boolean,
): string[] {
  const lane = add.findLast(isKanban);
  const replaced = (id: string) => lane !== undefined && id !== lane && isKanban(id);
  const kept = present.filter((id) => !remove.includes(id) && !add.includes(id) && !replaced(id));
  return [...kept, ...new Set(add.filter((id) => !replaced(id)))];
}

/**
 * Returns the tags of a ticket in this lane of the board, in place of its present kanban tags; null is the lane of
 * tickets without a kanban tag.
 */
export function tagsInLane(
  present: readonly string[],
  laneId: string | null,
  isKanban: (tagId: string) => boolean,
): string[] {
  const others = present.filter((id) => id !== laneId && !isKanban(id));
  return laneId === null ? others : [...others, laneId];
}

/** The preset colours of tags. */
export const tagColors = [
  "#1d7f52",
  "#2374c4",
  "#b0670c",
  "#9c3d8a",
  "#b23b3b",
  "#5a55b8",
  "#0f7f86",
  "#6b7280",
] as const;

/** Returns the default colour of a name, equal on all devices and the server. */
export function tagColorOf(name: string): string {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
  return tagColors[sum % tagColors.length] ?? tagColors[0];
}
