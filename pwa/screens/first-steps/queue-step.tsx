import { type FormEvent, useState } from "react";
import { uuidv7 } from "uuidv7";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useForm } from "../lists/index.ts";
import { OfferQueues } from "../queues/parts/offer-queue.tsx";
import { queueCalls } from "../queues/parts/queue-calls.ts";
import { newQueue, queueProblems } from "../queues/parts/queue-form.ts";
import type { Facts } from "./steps.ts";

/** Creates the first queue by its name; once it exists, lets a connection offer it. */
export function QueueStep({ facts: { queues, connections } }: { facts: Facts }) {
  const [queue] = queues;
  if (!queue) return <NewQueue />;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="text-sm">
        {connections.length > 0
          ? m.queues_unoffered({ queue: queue.name })
          : m.first_steps_queue_waits({ queue: queue.name })}
      </span>
      {connections.length > 0 && <OfferQueues offered={[queue]} connections={connections} kind="primary" />}
    </div>
  );
}

const noColours: ReadonlySet<string> = new Set();

function NewQueue() {
  const { linkUp } = useSyncStatus();
  const [newId] = useState(() => uuidv7());
  const form = useForm({
    keep: "queue:first",
    start: newQueue(noColours),
    check: (values) => queueProblems(values, noColours),
    save: (values) => queueCalls.create(newId, values),
  });
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }
  return (
    <form className="flex flex-col gap-2" noValidate onSubmit={handleSubmit}>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <div className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch">
        <TextField
          label={m.first_steps_queue_name()}
          hideLabel
          placeholder={m.first_steps_queue_example()}
          className="flex-1"
          {...form.text("name")}
        />
        <Button kind="primary" type="submit" disabled={!linkUp} busy={form.isBusy && m.ui_saving()}>
          {m.first_steps_queue_create()}
        </Button>
      </div>
    </form>
  );
}
