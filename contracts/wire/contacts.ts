import * as v from "valibot";
import { channels } from "../channels.ts";
import { ExtraInfo } from "../desk/contacts.ts";

/** A contact, as the HTTP interface answers it. */
export const ContactWire = v.object({
  id: v.string(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  isGroup: v.boolean(),
  active: v.boolean(),
  disableBot: v.boolean(),
  profilePicUrl: v.string(),
  extraInfo: v.array(ExtraInfo),
  /** When the person opted out of campaigns; null: not. */
  optedOutAt: v.optional(v.nullable(v.string()), null),
  /** A recent check did not find the number on WhatsApp. False: it did, or it was not checked. */
  hasNoWhatsapp: v.optional(v.boolean(), false),
  channel: v.optional(v.picklist(channels), "whatsapp"),
  /** Lists only: tags of those of its tickets that the user may see. */
  tags: v.optional(v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })), []),
  /** Lists only: its last element gives the time of the contact's last message. */
  tickets: v.optional(v.array(v.object({ updatedAt: v.string() })), []),
});
export type ContactWire = v.InferOutput<typeof ContactWire>;

/** A page of the list of contacts; `count` is absent where it was not counted. */
export const ContactPageWire = v.object({
  contacts: v.array(ContactWire),
  hasMore: v.boolean(),
  count: v.optional(v.number()),
});
