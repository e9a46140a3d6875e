import * as v from "valibot";
import { Id } from "./id.ts";

export const connectionStatuses = ["CONNECTED", "qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

const Text = v.optional(v.string(), "");

/** The phone's own number, with country code; however it is written, its digits count. */
export const PairingNumber = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/\D/g, "")),
  v.minLength(8),
  v.maxLength(15),
);

/** A year. */
const MOST_REDIRECT_MINUTES = 525_600;

export const ConnectionInput = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  greetingMessage: Text,
  completionMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
  isDefault: v.optional(v.boolean(), false),
  token: Text,
  provider: v.optional(v.string(), "beta"),
  /** 0: never. */
  redirectAfterMinutes: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_REDIRECT_MINUTES)),
    0,
  ),
  redirectQueueId: v.optional(v.nullable(Id), null),
  queueIds: v.optional(v.array(Id), []),
});
export type ConnectionInput = v.InferOutput<typeof ConnectionInput>;
