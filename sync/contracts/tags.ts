import * as v from "valibot";
import { Id } from "./id.ts";

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
