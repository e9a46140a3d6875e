import * as v from "valibot";
import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { QueueFields, QueueListWire, queueNames } from "../../../contracts/wire/queues.ts";
import { fromWire, toWire } from "../../../contracts/wire/rename.ts";
import { inOrder } from "./menu-lines.ts";
import type { QueueForm } from "./parts/queue-form.ts";

/** A row of the list. */
export type QueueRow = QueueListWire;

export const rowsFromWire = (answer: unknown) => ({ rows: v.parse(v.array(QueueListWire), answer), hasMore: false });

const OptionsWire = v.array(
  v.object({ id: v.string(), parentId: v.nullable(v.string()), title: v.string(), message: v.string() }),
);

export function formFromWire(queue: unknown, options: unknown): QueueForm {
  const wire = v.parse(v.record(v.string(), v.unknown()), queue);
  const fields = v.parse(QueueFields, fromWire(queueNames, wire));
  return {
    ...fields,
    position: String(fields.position),
    typebotDelayMs: String(fields.typebotDelayMs),
    typebotExpiresMinutes: String(fields.typebotExpiresMinutes),
    menu: inOrder(v.parse(OptionsWire, options)),
  };
}

/** Returns the body of POST and PUT. */
export function wireOf({ menu, ...form }: QueueForm) {
  return {
    ...toWire(queueNames, { ...form, name: form.name.trim(), color: form.color.trim() }),
    [queueNames.rotationMinutes]: String(form.rotationMinutes),
    options: inOrder(menu) satisfies MenuLine[],
  };
}
