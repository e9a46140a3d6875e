import type { QueueRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { SquareChip } from "../../ui/fields/chips.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { Checkbox, Switch } from "../../ui/fields/toggles.tsx";
import type { Form } from "../lists/index.ts";
import type { ConnectionForm } from "./parts/connection-form.ts";
import { ConnectionToken } from "./parts/connection-token.tsx";

type FieldsProps = { form: Form<ConnectionForm> };
type WithQueues = FieldsProps & { queues: QueueRef[] };

type GeneralProps = WithQueues & { hasPhone: boolean; connectionId: string | null };

/** Draws the general fields. A connection that does not exist yet has no token. */
export function GeneralFields({ form, queues, hasPhone, connectionId }: GeneralProps) {
  const { values, set, text } = form;
  const toggle = (id: string, on: boolean) =>
    set({ queueIds: on ? [...values.queueIds, id] : values.queueIds.filter((each) => each !== id) });
  return (
    <>
      <TextField label={m.connections_field_name()} autoFocus {...text("name")} />
      <Switch
        label={m.connections_field_default()}
        checked={values.isDefault}
        onChange={(isDefault) => set({ isDefault })}
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-ink-2 text-xs">{m.connections_field_queues()}</legend>
        {queues.map((queue) => (
          <Checkbox
            key={queue.id}
            label={<SquareChip name={queue.name} color={queue.color} className="text-sm" />}
            checked={values.queueIds.includes(queue.id)}
            onChange={(on) => toggle(queue.id, on)}
          />
        ))}
      </fieldset>
      {connectionId && hasPhone && <ConnectionToken connectionId={connectionId} />}
      {hasPhone && (
        <TextField
          label={m.connections_field_history()}
          hint={m.connections_field_history_hint()}
          inputMode="numeric"
          {...text("historyDays")}
        />
      )}
    </>
  );
}

export function MessageFields({ form: { text } }: FieldsProps) {
  return (
    <>
      <TextArea label={m.connections_field_greeting()} {...text("greetingMessage")} />
      <TextArea label={m.connections_field_completion()} {...text("completionMessage")} />
      <TextArea label={m.connections_field_out_of_hours()} {...text("outOfHoursMessage")} />
      <TextArea label={m.connections_field_rating()} {...text("ratingMessage")} />
    </>
  );
}

const NOWHERE = "none";

export function RedirectFields({ form, queues }: WithQueues) {
  const { values, set, text, problems } = form;
  return (
    <>
      <TextField
        label={m.connections_field_redirect_minutes()}
        hint={m.connections_field_redirect_hint()}
        inputMode="numeric"
        {...text("redirectAfterMinutes")}
      />
      <Select
        label={m.connections_field_redirect_queue()}
        value={values.redirectQueueId ?? NOWHERE}
        onChange={(chosen) => set({ redirectQueueId: chosen === NOWHERE ? null : chosen })}
        options={[
          { value: NOWHERE, label: m.connections_redirect_none() },
          ...queues.map((queue) => ({ value: queue.id, label: queue.name })),
        ]}
        error={problems.redirectQueueId ?? null}
      />
    </>
  );
}
