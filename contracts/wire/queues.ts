import * as v from "valibot";
import { rotationChoices } from "../desk/queues.ts";
import { usualHours, WeekHours } from "../hours.ts";

/** The fields of a queue that every agent may read. */
export const queueListNames = {
  name: "name",
  color: "color",
  greetingMessage: "greetingMessage",
  position: "orderQueue",
} as const;

/** The fields of a queue, with their names in the HTTP interface. */
export const queueNames = {
  ...queueListNames,
  completionMessage: "complationMessage",
  outOfHoursMessage: "outOfHoursMessage",
  ratingMessage: "ratingMessage",
  token: "token",
  isRotating: "ativarRoteador",
  rotationMinutes: "tempoRoteador",
  isChatbot: "isChatbot",
  typebotEnabled: "typebotStatus",
  typebotUrl: "typebotUrl",
  typebotSlug: "typebotSlug",
  typebotDelayMs: "typebotDelayMessage",
  typebotExpiresMinutes: "typebotExpires",
  typebotKeywordFinish: "typebotKeywordFinish",
  typebotKeywordRestart: "typebotKeywordRestart",
  typebotUnknownMessage: "typebotUnknownMessage",
  typebotRestartMessage: "typebotRestartMessage",
  schedules: "schedules",
} as const;

/** A queue of the list, as the HTTP interface answers it. */
export const QueueListWire = v.object({
  id: v.string(),
  name: v.string(),
  color: v.string(),
  greetingMessage: v.string(),
});
export type QueueListWire = v.InferOutput<typeof QueueListWire>;

/** A queue, as the HTTP interface answers it, with our names. */
export const QueueFields = v.object({
  name: v.string(),
  color: v.string(),
  greetingMessage: v.string(),
  position: v.number(),
  completionMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  token: v.string(),
  isRotating: v.boolean(),
  rotationMinutes: v.picklist(rotationChoices),
  isChatbot: v.boolean(),
  typebotEnabled: v.boolean(),
  typebotUrl: v.string(),
  typebotSlug: v.string(),
  typebotDelayMs: v.number(),
  typebotExpiresMinutes: v.number(),
  typebotKeywordFinish: v.string(),
  typebotKeywordRestart: v.string(),
  typebotUnknownMessage: v.string(),
  typebotRestartMessage: v.string(),
  // Queues created before opening hours existed have none: they get the usual ones.
  schedules: v.fallback(WeekHours, [...usualHours]),
});
