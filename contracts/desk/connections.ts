import * as v from "valibot";
import type { ErrorCode } from "../errors.ts";
import { Id } from "../id.ts";

export const connectionStatuses = ["CONNECTED", "qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Why a connection is down. The interface has a text for each. */
export const connectionReasons = [
  "ERR_WAPP_LOGGED_OUT",
  "ERR_WAPP_MISMATCH",
  "ERR_WAPP_REPLACED",
  "ERR_WAPP_BANNED",
  "ERR_WAPP_OUTDATED",
  "ERR_WAPP_PASSKEY",
  "ERR_WAPP_QR_EXPIRED",
  "ERR_META_TOKEN_EXPIRED",
  "ERR_META_NO_PERMISSION",
  "ERR_META_LINK_AGAIN",
  "ERR_META_UNREACHABLE",
  // The company: it has not paid for more than 30 days, or it was deactivated.
  "ERR_SUBSCRIPTION_EXPIRED",
  "ERR_COMPANY_INACTIVE",
] as const satisfies readonly ErrorCode[];
export type ConnectionReason = (typeof connectionReasons)[number];

/** Returns whether the channel currently refuses messages to people who never wrote. */
export const isRestricted = (
  { firstContactsAfter }: { firstContactsAfter: string | null },
  now = new Date(),
): boolean => firstContactsAfter !== null && new Date(firstContactsAfter) > now;

const Text = v.optional(v.string(), "");

/** The phone's own number with country code; characters other than digits are ignored. */
export const PairingNumber = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/\D/g, "")),
  v.minLength(8),
  v.maxLength(15),
);

/** One year. */
const MAX_REDIRECT_MINUTES = 525_600;

/** The limit for imported history; a phone itself provides about three months. */
export const MAX_HISTORY_DAYS = 90;

/** The shortest external-sending token that an integrator may choose. The server's own tokens have 32 characters. */
export const MIN_TOKEN_LENGTH = 24;
const TypedToken = v.union([
  v.literal(""),
  v.pipe(v.string(), v.trim(), v.minLength(MIN_TOKEN_LENGTH), v.maxLength(200)),
]);

export const ConnectionInput = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  greetingMessage: Text,
  completionMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
  isDefault: v.optional(v.boolean(), false),
  /** Empty: the token is unchanged. */
  token: v.optional(TypedToken, ""),
  provider: v.optional(v.string(), "beta"),
  /** 0: never. */
  redirectAfterMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_REDIRECT_MINUTES)), 0),
  redirectQueueId: v.optional(v.nullable(Id), null),
  /** How many days of the phone's earlier conversations to import; 0: none. */
  historyDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_HISTORY_DAYS)), 7),
  queueIds: v.optional(v.array(Id), []),
});
export type ConnectionInput = v.InferOutput<typeof ConnectionInput>;
