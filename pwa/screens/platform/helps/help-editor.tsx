import { m } from "../../../i18n/paraglide/messages.js";
import { TextArea, TextField } from "../../../ui/fields/text-field.tsx";
import { useForm } from "../../lists/index.ts";
import { RecordForm } from "../parts/record-form.tsx";
import { saveRefusal } from "../parts/save-refusal.ts";
import type { Editing } from "../parts/use-editing.ts";
import { type Help, type HelpForm, helpCalls, helpForm, helpProblems } from "./help-form.ts";

type HelpEditorProps = { editing: Editing<Help>; onSaved: () => void; onDelete: (help: Help) => void };

export function HelpEditor({ editing, onSaved, onDelete }: HelpEditorProps) {
  const help = editing.record;
  const form = useForm<HelpForm>({
    start: helpForm(help),
    draft: editing.draft as Partial<HelpForm> | null,
    check: helpProblems,
    save: (values) => helpCalls.save(help?.id ?? null, values),
    refused: (error) => saveRefusal(error, {}, m.platform_help_check()),
  });
  return (
    <RecordForm
      title={help?.title ?? m.platform_help_new()}
      form={form}
      editing={editing}
      onSaved={onSaved}
      onDelete={help ? () => onDelete(help) : undefined}
    >
      <div className="grid gap-3.5 md:grid-cols-[1.5fr_1fr_2.5fr]">
        <TextField label={m.platform_title()} autoComplete="off" {...form.text("title")} />
        <TextField
          label={m.platform_video()}
          hint={m.platform_video_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text("video")}
        />
        <TextArea label={m.platform_description()} rows={1} {...form.text("description")} />
      </div>
    </RecordForm>
  );
}
