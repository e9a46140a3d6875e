import * as v from "valibot";
import { LoginEmail } from "../emails.ts";
import { Id } from "../id.ts";
import { NewPassword } from "./passwords.ts";
import { profiles } from "./permissions.ts";

const Name = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50));

/** A user's rights, set by admins. */
const rights = {
  profile: v.picklist(profiles),
  queueIds: v.pipe(
    v.array(Id),
    v.transform((ids) => [...new Set(ids)]),
  ),
  /** The connection for new conversations; null: the company's default. */
  connectionId: v.nullable(Id),
  /** May see tickets without a queue. */
  allTicket: v.boolean(),
  /** May see a contact's closed tickets of other queues. */
  allHistoric: v.boolean(),
  /** May list colleagues' open tickets. */
  allUserChat: v.boolean(),
};

export const NewUserInput = v.object({
  id: v.optional(Id),
  name: Name,
  email: LoginEmail,
  password: NewPassword,
  profile: v.optional(rights.profile, "user"),
  queueIds: v.optional(rights.queueIds, []),
  connectionId: v.optional(rights.connectionId, null),
  allTicket: v.optional(rights.allTicket, false),
  allHistoric: v.optional(rights.allHistoric, false),
  allUserChat: v.optional(rights.allUserChat, false),
});
export type NewUserInput = v.InferOutput<typeof NewUserInput>;

/** The fields that users may change about themselves; an empty password means unchanged. */
const own = {
  name: v.optional(Name),
  email: v.optional(LoginEmail),
  password: v.optional(v.union([v.literal(""), NewPassword]), ""),
  /** The current password: required to change your own e-mail or password. */
  currentPassword: v.optional(v.string(), ""),
};
export const ProfileChange = v.object(own);
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

/** Rights are accepted from admins only. */
export const UserChange = v.object({ ...own, ...v.partial(v.object(rights)).entries });
export type UserChange = v.InferOutput<typeof UserChange>;
