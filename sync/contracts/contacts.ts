import * as v from "valibot";
import { Id, Instant } from "./id.ts";
import { MOST_NAME } from "./messages.ts";

export const addressKinds = ["phone", "lid", "facebook", "instagram", "group"] as const;
export type AddressKind = (typeof addressKinds)[number];

export const ExtraInfo = v.object({
  id: v.optional(Id),
  name: v.pipe(v.string(), v.maxLength(MOST_NAME)),
  value: v.pipe(v.string(), v.maxLength(4_096)),
});

/** In UTF-16 units, as everywhere in the contracts. */
export const MOST_CONTACT_NAME = 50;
const Name = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(MOST_CONTACT_NAME));
const Email = v.union([v.literal(""), v.pipe(v.string(), v.email())]);

export const NewContact = v.object({
  id: v.optional(Id),
  name: Name,
  number: v.pipe(v.string(), v.minLength(8), v.maxLength(50)),
  email: v.optional(Email, ""),
  disableBot: v.optional(v.boolean(), false),
  extraInfo: v.optional(v.array(ExtraInfo), []),
});
export type NewContact = v.InferOutput<typeof NewContact>;

export const ContactChange = v.object({
  name: v.optional(Name),
  number: v.optional(v.pipe(v.string(), v.minLength(8), v.maxLength(50))),
  email: v.optional(Email),
  disableBot: v.optional(v.boolean()),
  extraInfo: v.optional(v.array(ExtraInfo)),
});
export type ContactChange = v.InferOutput<typeof ContactChange>;

export const ContactDocument = v.object({
  id: Id,
  rev: v.number(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  isGroup: v.boolean(),
  active: v.boolean(),
  disableBot: v.boolean(),
  profilePicUrl: v.string(),
  extraInfo: v.array(ExtraInfo),
  /** When the person opted out of campaigns; null: not. Missing in documents from before it was added. */
  optedOutAt: v.optional(v.nullable(Instant)),
  search: v.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ContactDocument = v.InferOutput<typeof ContactDocument>;
