import * as v from "valibot";

const code = /^[\w-]{11}$/;
const address =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:(?:embed|shorts|live|v)\/|watch\?(?:[^#]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/i;

/** Returns the code of a YouTube video, given as the code or as an address of the video; null: neither. */
export function videoCodeOf(text: string): string | null {
  const typed = text.trim();
  return code.test(typed) ? typed : (address.exec(typed)?.[1] ?? null);
}

/** A help video, as a super user writes it. `video`: the code or an address; the code is kept. */
export const HelpInput = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)),
  video: v.pipe(
    v.string(),
    v.check((text) => videoCodeOf(text) !== null, "a YouTube code or address"),
    v.transform((text) => videoCodeOf(text) ?? ""),
  ),
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1_000)), ""),
});
export type HelpInput = v.InferOutput<typeof HelpInput>;
