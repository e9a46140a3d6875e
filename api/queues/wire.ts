import * as v from "valibot";
import { NewQueueOption, NewQueueRequest, QueueOptionInput, QueueRequest } from "../../contracts/desk/queues.ts";
import { Id } from "../../contracts/id.ts";
import { queueListNames, queueNames } from "../../contracts/wire/queues.ts";
import { fromWire, toWire } from "../../contracts/wire/rename.ts";
import type { QueueOptionRow, QueueRow } from "../../domain/desk/queues/index.ts";
import { IdOrNothing } from "../http/query.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";

const text = v.pipe(
  v.optional(v.nullable(v.string()), ""),
  v.transform((value) => value ?? ""),
);

/** A number as forms send it: also as text, '' for none. */
const amount = (otherwise: number) =>
  v.pipe(
    v.nullish(v.union([v.string(), v.number()]), otherwise),
    v.transform((value) => (value === "" ? otherwise : Number(value))),
    v.integer(),
  );
const flag = v.pipe(
  v.nullish(v.boolean(), false),
  v.transform((value) => value ?? false),
);
const hours = v.nullish(v.array(v.record(v.string(), v.unknown())));

/** Clients send every field of the GET back; fields not listed here cannot be changed and are dropped. */
const renamedQueue = v.pipe(
  v.object({
    id: v.optional(Id),
    name: text,
    color: text,
    greetingMessage: text,
    complationMessage: text,
    outOfHoursMessage: text,
    ratingMessage: text,
    token: text,
    ativarRoteador: flag,
    tempoRoteador: amount(0),
    orderQueue: amount(0),
    isChatbot: flag,
    typebotStatus: flag,
    typebotUrl: text,
    typebotSlug: text,
    typebotDelayMessage: amount(1_000),
    typebotExpires: amount(0),
    typebotKeywordFinish: text,
    typebotKeywordRestart: text,
    typebotUnknownMessage: text,
    typebotRestartMessage: text,
    schedules: hours,
    options: v.optional(v.array(v.record(v.string(), v.unknown()))),
  }),
  v.transform(
    (wire): Record<string, unknown> => ({
      ...fromWire(queueNames, wire),
      id: wire.id,
      // A form without the hours tab sends no hours or an empty list.
      schedules: wire.schedules?.length ? wire.schedules : undefined,
      menu: wire.options,
    }),
  ),
);
const queueFields = (entries: v.ObjectEntries) => withNames(entries, { ...queueNames, menu: "options" });
export const NewQueueWire = shownAs(queueFields(NewQueueRequest.entries), v.pipe(renamedQueue, NewQueueRequest));
export const QueueWire = shownAs(queueFields(QueueRequest.entries), v.pipe(renamedQueue, QueueRequest));

/** Queue fields that every agent may read. */
export const queueToListWire = (queue: QueueRow) => ({ id: queue.id, ...toWire(queueListNames, queue) });

export const queueToWire = (queue: QueueRow) => ({
  id: queue.id,
  ...toWire(queueNames, queue),
  createdAt: queue.createdAt.toISOString(),
  updatedAt: queue.updatedAt.toISOString(),
});

/** `-1`: no parent, the first level. Absent: all levels. */
export const ParentQuery = v.pipe(
  v.optional(v.union([v.literal(""), v.literal("-1"), Id])),
  v.transform((id) => (id === "-1" ? null : id || undefined)),
  v.description("UUID of the option above; -1: the first level; absent or empty: all levels"),
);

const renamedOption = v.pipe(
  v.object({
    id: v.optional(Id),
    queueId: Id,
    parentId: IdOrNothing,
    title: v.string(),
    message: text,
    option: v.nullish(v.union([v.string(), v.number()])),
  }),
  v.transform(
    ({ option, parentId, ...same }): Record<string, unknown> => ({
      ...same,
      parentId: parentId ?? null,
      position: option === null || option === undefined || option === "" ? undefined : Number(option),
    }),
  ),
);
const optionFields = (entries: v.ObjectEntries) => withNames(entries, { position: "option" });
export const NewQueueOptionWire = shownAs(optionFields(NewQueueOption.entries), v.pipe(renamedOption, NewQueueOption));
export const QueueOptionWire = shownAs(optionFields(QueueOptionInput.entries), v.pipe(renamedOption, QueueOptionInput));

export function queueOptionToWire({ id, queueId, parentId, title, message, position }: QueueOptionRow) {
  return { id, queueId, parentId, title, message, option: position };
}
