import { Suspense } from "react";
import { rotationChoices } from "../../../contracts/desk/queues.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Select } from "../../ui/fields/select.tsx";
import { SwitchRow } from "../../ui/fields/switch-row.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import type { Form } from "../lists/index.ts";
import { ColourField, ColourPalette } from "./colour-field.tsx";
import { type QueueForm, withMenu } from "./parts/queue-form.ts";

/** Loaded lazily with the drag library, which no other part needs. */
const MenuEditor = lazyPart(async () => (await import("./menu-editor.tsx")).MenuEditor);

/** `taken`: the names of other queues by their colours. */
export function DataFields({ form, taken }: { form: Form<QueueForm>; taken: ReadonlyMap<string, string> }) {
  const { values, set, text } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem_8rem]">
        <TextField label={m.queues_field_name()} autoFocus {...text("name")} />
        <ColourField value={values.color} onChange={(color) => set({ color })} error={form.problems.color ?? null} />
        <TextField label={m.queues_field_order()} inputMode="numeric" {...text("position")} />
      </div>
      <ColourPalette value={values.color} onChange={(color) => set({ color })} taken={taken} />
      <TextArea label={m.queues_field_greeting()} {...text("greetingMessage")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea label={m.queues_field_completion()} rows={2} {...text("completionMessage")} />
        <TextArea label={m.queues_field_rating()} rows={2} {...text("ratingMessage")} />
      </div>
      <TextArea label={m.queues_field_out_of_hours()} rows={2} {...text("outOfHoursMessage")} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SwitchRow
          label={m.queues_field_rotation()}
          note={m.queues_field_rotation_note()}
          checked={values.isRotating}
          // Rotation needs a time, so that switching it on sets one.
          onChange={(isRotating) => set({ isRotating, rotationMinutes: isRotating ? values.rotationMinutes || 5 : 0 })}
        />
        <Select
          label={m.queues_field_rotation_time()}
          value={values.rotationMinutes}
          disabled={!values.isRotating}
          onChange={(rotationMinutes) => set({ rotationMinutes })}
          options={rotationChoices.map((minutes) => ({
            value: minutes,
            label: minutes === 0 ? m.queues_rotation_none() : m.queues_rotation_minutes({ count: minutes }),
          }))}
        />
      </div>
      <SwitchRow
        label={m.queues_field_chatbot()}
        note={m.queues_field_chatbot_note()}
        checked={values.isChatbot}
        onChange={(isChatbot) => set({ isChatbot })}
      />
      <Suspense fallback={<Skeleton className="h-16 w-full" />}>
        <MenuEditor
          lines={values.menu}
          isSilent={!values.isChatbot}
          greeting={values.greetingMessage}
          error={form.problems.menu ?? null}
          onChange={(menu) => set(withMenu(values, menu))}
        />
      </Suspense>
      <TextField
        label={m.queues_field_token()}
        hint={m.queues_field_token_note()}
        autoComplete="off"
        spellCheck={false}
        {...text("token")}
      />
    </>
  );
}
