import * as v from "valibot";
import { Id } from "./id.ts";
import { profiles } from "./refs.ts";

const Name = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50));
const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email());
const Password = v.pipe(v.string(), v.minLength(5), v.maxLength(50));

/** What a user may do, and where: for admins to say. */
const rights = {
  profile: v.picklist(profiles),
  queueIds: v.pipe(
    v.array(Id),
    v.transform((ids) => [...new Set(ids)]),
  ),
  /** By which they start conversations; null: the company's default. */
  connectionId: v.nullable(Id),
  /** Sees tickets without a queue. */
  allTicket: v.boolean(),
  /** Sees a contact's closed tickets of foreign queues. */
  allHistoric: v.boolean(),
  /** May list colleagues' open tickets. */
  allUserChat: v.boolean(),
};

export const NewUserInput = v.object({
  id: v.optional(Id),
  name: Name,
  email: Email,
  password: Password,
  profile: v.optional(rights.profile, "user"),
  queueIds: v.optional(rights.queueIds, []),
  connectionId: v.optional(rights.connectionId, null),
  allTicket: v.optional(rights.allTicket, false),
  allHistoric: v.optional(rights.allHistoric, false),
  allUserChat: v.optional(rights.allUserChat, false),
});
export type NewUserInput = v.InferOutput<typeof NewUserInput>;

/** What people may change about themselves; an empty password means unchanged. */
const own = {
  name: v.optional(Name),
  email: v.optional(Email),
  password: v.optional(v.union([v.literal(""), Password]), ""),
};
export const ProfileChange = v.object(own);
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

/** The rights are only heard from an admin. */
export const UserChange = v.object({ ...own, ...v.partial(v.object(rights)).entries });
export type UserChange = v.InferOutput<typeof UserChange>;
