import * as v from "valibot";

/** What people may change about themselves; an empty password means unchanged. */
export const ProfileChange = v.object({
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50))),
  email: v.optional(v.pipe(v.string(), v.trim(), v.email())),
  password: v.optional(v.union([v.literal(""), v.pipe(v.string(), v.minLength(5), v.maxLength(50))]), ""),
});
export type ProfileChange = v.InferOutput<typeof ProfileChange>;
