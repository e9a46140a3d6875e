import * as v from "valibot";
import { Instant } from "../id.ts";

/** Whether a person accepts marketing messages. Ordinary replies never depend on it. */
export const consentStates = ["out", "in"] as const;
export type ConsentState = (typeof consentStates)[number];

/** The origin of a change of consent: the person's own message, or a user. */
export const consentSources = ["message", "user"] as const;

/** A user opts a contact out, or lifts the opt-out. The reason is stored in the ledger. */
export const ConsentInput = v.object({
  state: v.picklist(consentStates),
  reason: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500)),
});
export type ConsentInput = v.InferOutput<typeof ConsentInput>;

/** One entry of the consent ledger, as the HTTP interface answers it. */
export const ConsentEntryWire = v.object({
  id: v.string(),
  state: v.picklist(consentStates),
  source: v.picklist(consentSources),
  /** The person's message, '' for a change by a user. */
  wording: v.string(),
  /** The user's reason, '' for the person's own message. */
  reason: v.string(),
  userName: v.nullable(v.string()),
  campaignName: v.nullable(v.string()),
  at: Instant,
});
export type ConsentEntryWire = v.InferOutput<typeof ConsentEntryWire>;

/** A contact's consent: the time of its opt-out, null without one, and the ledger, newest entry first. */
export const ConsentWire = v.object({ optedOutAt: v.nullable(Instant), entries: v.array(ConsentEntryWire) });
export type ConsentWire = v.InferOutput<typeof ConsentWire>;
