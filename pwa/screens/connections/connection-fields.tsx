import type { QueueRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { SquareChip } from "../../ui/chips.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { Checkbox, Switch } from "../../ui/toggles.tsx";
import type { Problems } from "../lists/index.ts";
import type { ConnectionForm } from "./connection-form.ts";
import { TokenButtons } from "./token-buttons.tsx";

type FieldsProps = {
  form: ConnectionForm;
  problems: Problems<ConnectionForm>;
  queues: QueueRef[];
  onChange: (part: Partial<ConnectionForm>) => void;
};

export function GeneralFields({ form, problems, queues, onChange }: FieldsProps) {
  const toggle = (id: string, on: boolean) =>
    onChange({ queueIds: on ? [...form.queueIds, id] : form.queueIds.filter((each) => each !== id) });
  return (
    <>
      <TextField
        label={m.connections_field_name()}
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
        error={problems.name}
        autoFocus
      />
      <Switch
        label={m.connections_field_default()}
        checked={form.isDefault}
        onChange={(isDefault) => onChange({ isDefault })}
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-ink-2 text-xs">{m.connections_field_queues()}</legend>
        {queues.map((queue) => (
          <Checkbox
            key={queue.id}
            label={<SquareChip name={queue.name} color={queue.color} className="text-sm" />}
            checked={form.queueIds.includes(queue.id)}
            onChange={(on) => toggle(queue.id, on)}
          />
        ))}
      </fieldset>
      <TextField
        label={m.connections_field_token()}
        hint={m.connections_field_token_hint()}
        value={form.token}
        onChange={(event) => onChange({ token: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        end={<TokenButtons token={form.token} onNew={(token) => onChange({ token })} />}
      />
    </>
  );
}

export function MessageFields({ form, problems, onChange }: FieldsProps) {
  return (
    <>
      <TextArea
        label={m.connections_field_greeting()}
        value={form.greetingMessage}
        onChange={(event) => onChange({ greetingMessage: event.target.value })}
        error={problems.greetingMessage}
      />
      <TextArea
        label={m.connections_field_completion()}
        value={form.completionMessage}
        onChange={(event) => onChange({ completionMessage: event.target.value })}
      />
      <TextArea
        label={m.connections_field_out_of_hours()}
        value={form.outOfHoursMessage}
        onChange={(event) => onChange({ outOfHoursMessage: event.target.value })}
      />
      <TextArea
        label={m.connections_field_rating()}
        value={form.ratingMessage}
        onChange={(event) => onChange({ ratingMessage: event.target.value })}
      />
    </>
  );
}

const NOWHERE = "none";

export function RedirectFields({ form, problems, queues, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={m.connections_field_redirect_minutes()}
        hint={m.connections_field_redirect_hint()}
        inputMode="numeric"
        value={form.redirectAfterMinutes}
        onChange={(event) => onChange({ redirectAfterMinutes: event.target.value })}
        error={problems.redirectAfterMinutes}
      />
      <Select
        label={m.connections_field_redirect_queue()}
        value={form.redirectQueueId ?? NOWHERE}
        onChange={(chosen) => onChange({ redirectQueueId: chosen === NOWHERE ? null : chosen })}
        options={[
          { value: NOWHERE, label: m.connections_redirect_none() },
          ...queues.map((queue) => ({ value: queue.id, label: queue.name })),
        ]}
        error={problems.redirectQueueId}
      />
    </>
  );
}
