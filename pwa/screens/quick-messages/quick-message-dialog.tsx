import { useState } from "react";
import type { QuickMessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useCommand } from "../../session/desk.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { FormDialog, useForm } from "../lists/index.ts";
import { PictureField } from "./parts/picture-field.tsx";
import { TextPreview, VariableButtons } from "./parts/variables.tsx";
import { type QuickMessageForm, quickMessageProblems } from "./quick-message-form.ts";

type QuickMessageDialogProps = { message: QuickMessageView | null; onClose: () => void };

export function QuickMessageDialog({ message, onClose }: QuickMessageDialogProps) {
  const managesGeneral = useCan("manageQuickMessages");
  const send = useCommand();
  // The quick reply when the editing began: the server compares its revision.
  const [before] = useState(message);
  const form = useForm<QuickMessageForm>({
    start: {
      shortcode: before?.shortcode ?? "",
      message: before?.message ?? "",
      isGeneral: before?.isGeneral ?? false,
      picture: before?.fileId ? { kind: "kept", id: before.fileId, name: before.fileName ?? "" } : { kind: "none" },
    },
    keep: `quickMessage:${before?.id ?? "new"}`,
    check: quickMessageProblems,
    async save({ shortcode, message: text, isGeneral, picture }) {
      const file = picture.kind === "new" ? { file: { blob: picture.blob, name: picture.name } } : {};
      const words = { shortcode: shortcode.trim(), message: text.trim(), isGeneral };
      if (!before) return send("quickMessage.create", words, file);
      const isTakenOff = picture.kind === "none" && before.fileId !== null;
      return send(
        "quickMessage.update",
        {
          quickMessageId: before.id,
          change: words,
          baseRev: before.rev,
          ...(isTakenOff && { fileId: null }),
        },
        file,
      );
    },
  });
  const { values, set } = form;
  const { picture } = values;
  return (
    <FormDialog
      title={before ? m.quick_messages_edit_title() : m.quick_messages_new_title()}
      size="medium"
      form={form}
      saved={m.quick_messages_saved()}
      worksOffline
      onClose={onClose}
    >
      <TextField label={m.quick_messages_shortcode()} autoFocus maxLength={60} {...form.text("shortcode")} />
      <TextArea
        label={m.quick_messages_message()}
        rows={5}
        disabled={picture.kind !== "none"}
        hint={picture.kind === "none" ? undefined : m.quick_messages_message_locked()}
        {...form.text("message")}
      />
      {picture.kind === "none" && (
        <VariableButtons onChoose={(name) => set({ message: `${values.message}{{${name}}}` })} />
      )}
      <TextPreview text={values.message} />
      {/* A picture locks the text, so the text must be written first. */}
      <PictureField
        value={picture}
        onChange={(next) => set({ picture: next })}
        disabled={picture.kind === "none" && values.message.trim() === ""}
      />
      {managesGeneral && (
        <Select
          label={m.quick_messages_general_label()}
          value={values.isGeneral ? "on" : "off"}
          onChange={(next) => set({ isGeneral: next === "on" })}
          options={[
            { value: "on", label: m.quick_messages_active() },
            { value: "off", label: m.quick_messages_inactive() },
          ]}
        />
      )}
    </FormDialog>
  );
}
