import * as v from "valibot";
import { ChosenName, MaybeStored } from "../desk/contacts.ts";
import { OptionalEmail } from "../emails.ts";
import { Id } from "../id.ts";
import { LocalDate } from "../local-time.ts";

export const ContactListInput = v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)) });
export type ContactListInput = v.InferOutput<typeof ContactListInput>;

/** A person in a contact list. The number is stored with country code, digits only. */
export const ContactListItemInput = v.object({
  name: ChosenName,
  number: v.pipe(v.string(), v.minLength(8), v.maxLength(50)),
  email: v.optional(OptionalEmail, ""),
});
export type ContactListItemInput = v.InferOutput<typeof ContactListItemInput>;

/** `changeProblems` judges what differs from the stored person. */
export const ContactListItemChange = v.object({
  name: MaybeStored,
  number: MaybeStored,
  email: v.optional(MaybeStored, ""),
});
export type ContactListItemChange = v.InferOutput<typeof ContactListItemChange>;

/** Items per page of the interface. */
export const LIST_PAGE = 20;

/** Parts of a list: everyone, people on WhatsApp, and people who get no campaign. */
export const listParts = ["all", "valid", "out"] as const;
export type ListPart = (typeof listParts)[number];

/** Contacts that are added to a list: of one tag, of one queue, active since a day, or selected. */
export const ContactSource = v.variant("kind", [
  v.object({ kind: v.literal("tag"), tagId: Id }),
  v.object({ kind: v.literal("queue"), queueId: Id }),
  v.object({ kind: v.literal("activeSince"), day: LocalDate }),
  v.object({ kind: v.literal("contacts"), contactIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(10_000)) }),
]);
export type ContactSource = v.InferOutput<typeof ContactSource>;

/** Numbers of one company per check run: the channel restricts accounts that ask for many. */
export const CHECKS_AT_ONCE = 20;
/** The pause between two check runs. */
export const CHECKS_EVERY_MS = 5_000;

/** For how many days the result of a WhatsApp check is reused. */
export const CHECK_DAYS = 30;
