import * as v from "valibot";
import { Reason } from "../../../../contracts/account/billing.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { TextArea } from "../../../ui/fields/text-field.tsx";
import { checkBy } from "../../lists/form-problems.ts";
import { FormDialog, useForm } from "../../lists/index.ts";

type ReasonDialogProps = {
  /** The id of the changed record: an unsent reason is kept for this record only. */
  subjectId: string;
  title: string;
  confirmLabel: string;
  text: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};
type Values = v.InferOutput<typeof Reason>;
const check = checkBy<Values>(Reason);

/** Asks for the reason of a change that is written to the audit. */
export function ReasonDialog({ subjectId, title, confirmLabel, text, onConfirm, onDone, onClose }: ReasonDialogProps) {
  const form = useForm<Values>({
    keep: `reason:${subjectId}:${title}`,
    start: { reason: "" },
    check,
    save: async (values) => {
      await onConfirm(v.parse(Reason, values).reason);
      onDone();
    },
  });
  return (
    <FormDialog title={title} form={form} saved={m.platform_saved()} saveLabel={confirmLabel} onClose={onClose}>
      <p className="text-ink-2">{text}</p>
      <TextArea label={m.platform_reason()} hint={m.platform_reason_hint()} autoFocus {...form.text("reason")} />
    </FormDialog>
  );
}
