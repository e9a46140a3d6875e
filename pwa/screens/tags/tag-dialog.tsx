import { tagColorOf } from "../../../contracts/desk/tags.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { DotChip } from "../../ui/fields/chips.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Switch } from "../../ui/fields/toggles.tsx";
import { FormDialog, useForm } from "../lists/index.ts";
import { TagColors } from "./tag-colors.tsx";
import { type TagForm, tagProblems } from "./tag-form.ts";
import { type TagRow, tagCalls } from "./tag-wire.ts";

type TagDialogProps = { tag: TagRow | null; canManage: boolean; onClose: () => void };

export function TagDialog({ tag, canManage, onClose }: TagDialogProps) {
  const form = useForm<TagForm>({
    keep: `tag:${tag?.id ?? "new"}`,
    start: tag
      ? { name: tag.name, color: tag.color, isKanban: tag.kanban }
      : { name: "", color: tagColorOf(""), isKanban: false },
    check: tagProblems,
    save: (values) => (tag ? tagCalls.change(tag.id, values) : tagCalls.create(values)),
  });
  const { name, color, isKanban } = form.values;
  return (
    <FormDialog
      title={tag ? m.tags_edit_title() : m.tags_new_title()}
      form={form}
      saved={m.tags_saved()}
      onClose={onClose}
    >
      <TextField label={m.tags_name()} autoFocus maxLength={50} {...form.text("name")} />
      <TagColors value={color} onChange={(next) => form.set({ color: next })} />
      {canManage && (
        <Switch label={m.tags_kanban()} checked={isKanban} onChange={(checked) => form.set({ isKanban: checked })} />
      )}
      <p className="flex items-center gap-2 text-ink-3 text-xs">
        {m.tags_preview()}
        <DotChip name={name.trim() || m.tags_name()} color={color} large />
      </p>
    </FormDialog>
  );
}
