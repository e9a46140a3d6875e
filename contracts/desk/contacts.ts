import * as v from "valibot";
import { NOT_AN_EMAIL, OptionalEmail } from "../emails.ts";
import { Id, Instant } from "../id.ts";
import { MAX_NAME } from "./messages.ts";

export const addressKinds = ["phone", "lid", "facebook", "instagram", "group"] as const;
export type AddressKind = (typeof addressKinds)[number];

export const ExtraInfo = v.object({
  id: v.optional(Id),
  name: v.pipe(v.string(), v.maxLength(MAX_NAME)),
  value: v.pipe(v.string(), v.maxLength(4_096)),
});

/** Each is a row, and every device has all of them. */
export const MAX_EXTRA_FIELDS = 50;
const ExtraInfos = v.pipe(v.array(ExtraInfo), v.maxLength(MAX_EXTRA_FIELDS));

/** In UTF-16 units, as everywhere in the contracts. */
export const MAX_CONTACT_NAME = 50;
/** A name that a user or an integrator chooses. People choose their own, which are stored with 1 to 100 characters. */
export const ChosenName = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(MAX_CONTACT_NAME));
/** A field of a change that may be the stored value, which other rules may have allowed. */
export const MaybeStored = v.pipe(v.string(), v.trim(), v.maxLength(1_000));

export const NewContact = v.object({
  id: v.optional(Id),
  name: ChosenName,
  number: v.pipe(v.string(), v.minLength(8), v.maxLength(50)),
  email: v.optional(OptionalEmail, ""),
  disableBot: v.optional(v.boolean(), false),
  extraInfo: v.optional(ExtraInfos, []),
});
export type NewContact = v.InferOutput<typeof NewContact>;

/** `changeProblems` judges what differs from the stored contact. */
export const ContactChange = v.object({
  name: v.optional(MaybeStored),
  number: v.optional(MaybeStored),
  email: v.optional(MaybeStored),
  disableBot: v.optional(v.boolean()),
  extraInfo: v.optional(ExtraInfos),
});
export type ContactChange = v.InferOutput<typeof ContactChange>;

type Person = { name: string; email: string };

/** Returns the fields of a changed person that are neither as they are stored nor valid. */
export function changeProblems(change: Partial<Person>, stored: Person): Partial<Record<keyof Person, string[]>> {
  const isRefused = (field: keyof Person, schema: v.GenericSchema) => {
    const value = change[field]?.trim();
    return value !== undefined && value !== stored[field].trim() && !v.is(schema, value);
  };
  return {
    ...(isRefused("name", ChosenName) && { name: [`2 to ${MAX_CONTACT_NAME} characters`] }),
    ...(isRefused("email", OptionalEmail) && { email: [NOT_AN_EMAIL] }),
  };
}

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
  /** A recent check did not find the number on WhatsApp. False: it did, or it was not checked. */
  hasNoWhatsapp: v.optional(v.boolean()),
  search: v.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ContactDocument = v.InferOutput<typeof ContactDocument>;
