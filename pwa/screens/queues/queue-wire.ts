import * as v from "valibot";
import { type DayHours, usualHours, WeekHours } from "../../../sync/contracts/hours.ts";
import { type MenuLine, rotationChoices } from "../../../sync/contracts/queues.ts";
import { inOrder } from "./menu-lines.ts";
import type { QueueForm } from "./parts/queue-form.ts";

/** A row of the list. */
export const QueueRow = v.object({
  id: v.string(),
  name: v.string(),
  color: v.string(),
  greetingMessage: v.string(),
});
export type QueueRow = v.InferOutput<typeof QueueRow>;

const QueueWire = v.object({
  ...QueueRow.entries,
  orderQueue: v.number(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  token: v.string(),
  ativarRoteador: v.boolean(),
  tempoRoteador: v.picklist(rotationChoices),
  isChatbot: v.boolean(),
  typebotStatus: v.boolean(),
  typebotUrl: v.string(),
  typebotSlug: v.string(),
  typebotDelayMessage: v.number(),
  typebotExpires: v.number(),
  typebotKeywordFinish: v.string(),
  typebotKeywordRestart: v.string(),
  typebotUnknownMessage: v.string(),
  typebotRestartMessage: v.string(),
  // Queues created before opening hours existed have none: they get the usual ones.
  schedules: v.fallback(WeekHours, [...usualHours]),
});

const OptionsWire = v.array(
  v.object({ id: v.string(), parentId: v.nullable(v.string()), title: v.string(), message: v.string() }),
);

export const rowsFromWire = (answer: unknown) => ({ rows: v.parse(v.array(QueueRow), answer), hasMore: false });

export function formFromWire(queue: unknown, options: unknown): QueueForm {
  const wire = v.parse(QueueWire, queue);
  return {
    name: wire.name,
    color: wire.color,
    greetingMessage: wire.greetingMessage,
    completionMessage: wire.complationMessage,
    outOfHoursMessage: wire.outOfHoursMessage,
    ratingMessage: wire.ratingMessage,
    token: wire.token,
    isRotating: wire.ativarRoteador,
    rotationMinutes: wire.tempoRoteador,
    position: String(wire.orderQueue),
    isChatbot: wire.isChatbot,
    typebotEnabled: wire.typebotStatus,
    typebotUrl: wire.typebotUrl,
    typebotSlug: wire.typebotSlug,
    typebotDelayMs: String(wire.typebotDelayMessage),
    typebotExpiresMinutes: String(wire.typebotExpires),
    typebotKeywordFinish: wire.typebotKeywordFinish,
    typebotKeywordRestart: wire.typebotKeywordRestart,
    typebotUnknownMessage: wire.typebotUnknownMessage,
    typebotRestartMessage: wire.typebotRestartMessage,
    schedules: wire.schedules,
    menu: inOrder(v.parse(OptionsWire, options)),
  };
}

/** Returns the body of POST and PUT. */
export function wireOf(form: QueueForm) {
  return {
    name: form.name.trim(),
    color: form.color.trim(),
    greetingMessage: form.greetingMessage,
    complationMessage: form.completionMessage,
    outOfHoursMessage: form.outOfHoursMessage,
    ratingMessage: form.ratingMessage,
    token: form.token,
    ativarRoteador: form.isRotating,
    tempoRoteador: String(form.rotationMinutes),
    orderQueue: form.position,
    isChatbot: form.isChatbot,
    typebotStatus: form.typebotEnabled,
    typebotUrl: form.typebotUrl,
    typebotSlug: form.typebotSlug,
    typebotDelayMessage: form.typebotDelayMs,
    typebotExpires: form.typebotExpiresMinutes,
    typebotKeywordFinish: form.typebotKeywordFinish,
    typebotKeywordRestart: form.typebotKeywordRestart,
    typebotUnknownMessage: form.typebotUnknownMessage,
    typebotRestartMessage: form.typebotRestartMessage,
    schedules: form.schedules satisfies DayHours[],
    options: inOrder(form.menu) satisfies MenuLine[],
  };
}
