import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import type { ScheduleView, SentTextDraft } from "../../../../sync/client/index.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneHint } from "../../../i18n/plan-zone.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import { SwitchRow } from "../../../ui/fields/switch-row.tsx";
import { TextArea, TextField } from "../../../ui/fields/text-field.tsx";
import { SEARCH_FROM } from "../../../ui/hooks/use-debounced.ts";
import { Notice } from "../../../ui/notice.tsx";
import { contactChoice } from "../../contacts/parts/contact-choice.tsx";
import { useFoundContacts } from "../../contacts/parts/use-found-contacts.ts";
import { FormDialog, useForm } from "../../lists/index.ts";
import { PictureField } from "../../quick-messages/parts/picture-field.tsx";
import { TextPreview, VariableButtons } from "../../quick-messages/parts/variables.tsx";
import { keptPicture, type RefusedSchedule, refusedStart } from "../refused-schedule.ts";
import { ScheduleFacts } from "../schedule-facts.tsx";
import { type ScheduleForm, scheduleProblems } from "../schedule-form.ts";
import { isOpen } from "../status-chip.ts";
import { useDistantPicture } from "../use-distant-picture.ts";
import { useSaveSchedule } from "../use-save-schedule.ts";

type ScheduleDialogProps = {
  schedule: ScheduleView | null;
  /** A refused command to edit again; `schedule` is then the schedule that it changes. */
  refused: RefusedSchedule | null;
  /** Default time of a new schedule, in the company's local time. */
  sendAt: string;
  /** Contact and text of a new schedule that was started in another place; `draft`: the draft that it takes with it. */
  begun?: { contact: Parameters<typeof contactChoice>[0]; body: string; draft: SentTextDraft | undefined };
  onSaved?: () => void;
  onClose: () => void;
  /** Required if the schedule can be deleted. */
  onDelete?: (schedule: ScheduleView) => void;
};

/** Edits a schedule; one that was sent or belongs to another user is read-only. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule, onClose, onDelete } = props;
  if (schedule && !isOpen(schedule))
    return <ScheduleFacts schedule={schedule} onClose={onClose} onDelete={() => onDelete?.(schedule)} />;
  return <PlannedSchedule {...props} />;
}

function PlannedSchedule(props: ScheduleDialogProps) {
  const { schedule, refused, sendAt, begun, onSaved, onClose, onDelete } = props;
  // The schedule when the dialog was opened: the server compares its revision.
  const [before] = useState(schedule);
  const [start] = useState(() => refusedStart(refused, before) ?? startOf(before, sendAt, begun));
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const [text, setText] = useState("");
  const found = useFoundContacts(text);
  const save = useSaveSchedule(before, refused, begun?.draft);
  const form = useForm<ScheduleForm>({
    start,
    keep: `schedule:${refused?.id ?? before?.id ?? `new:${begun?.contact.id ?? ""}`}`,
    check: scheduleProblems,
    save: async ({ picture, contactNumber: _number, ...words }) => {
      await save(words, picture);
      onSaved?.();
    },
  });
  const { values, set, problems } = form;
  const { contactId: id, contactName: name, contactNumber: number, picture } = values;
  const url = useDistantPicture(before);
  const shown = useMemo(() => (picture.kind === "shown" ? { ...picture, url } : picture), [picture, url]);
  return (
    <FormDialog
      title={titleOf(before)}
      size="medium"
      form={form}
      saved={m.schedules_saved()}
      worksOffline
      onClose={onClose}
      footer={
        before &&
        !refused && (
          <Button
            kind="danger-ghost"
            icon={<Trash2 aria-hidden="true" size={15} />}
            onClick={() => onDelete?.(schedule ?? before)}
          >
            {m.ui_delete()}
          </Button>
        )
      }
    >
      {refused?.error && <Notice tone="danger">{errorMessage(refused.error.code)}</Notice>}
      {!refused && before?.reason && <Notice tone="danger">{errorMessage(before.reason)}</Notice>}
      <Combobox
        label={m.schedules_contact()}
        autoFocus={!before && !begun}
        placeholder={m.schedules_contact_search()}
        minimumCharacters={SEARCH_FROM}
        options={found.map(contactChoice)}
        value={id ? contactChoice({ id, name, number, isGroup: false }) : null}
        onSearch={setText}
        onChange={(choice) =>
          set({ contactId: choice?.id ?? "", contactName: choice?.label ?? "", contactNumber: choice?.note ?? "" })
        }
        error={problems.contactId}
      />
      <TextArea label={m.schedules_body()} rows={4} {...form.text("body")} />
      <VariableButtons onChoose={(name) => set({ body: `${values.body}{{${name}}}` })} />
      <TextPreview text={values.body} contactName={name || undefined} sendAt={values.sendAt} />
      <TextField
        type="datetime-local"
        label={m.schedules_send_at()}
        hint={
          [zoneHint(timeZone, values.sendAt), before?.status === "failed" && m.schedules_again_hint()]
            .filter(Boolean)
            .join(" · ") || undefined
        }
        {...form.text("sendAt")}
      />
      <SwitchRow
        label={m.schedules_marketing()}
        note={m.schedules_marketing_note()}
        checked={values.isMarketing}
        onChange={(isMarketing) => set({ isMarketing })}
      />
      <PictureField
        value={shown}
        // The picture of a queued command cannot be replaced.
        disabled={refused !== null}
        onChange={(next) => set({ picture: next })}
      />
    </FormDialog>
  );
}

const startOf = (schedule: ScheduleView | null, sendAt: string, begun: ScheduleDialogProps["begun"]) => ({
  contactId: schedule?.contactId ?? begun?.contact.id ?? "",
  contactName: schedule?.contactName ?? begun?.contact.name ?? "",
  contactNumber: schedule?.contactNumber ?? begun?.contact.number ?? "",
  body: schedule?.body ?? begun?.body ?? "",
  sendAt: schedule?.sendAtLocal ?? sendAt,
  isMarketing: schedule?.isMarketing ?? false,
  picture: keptPicture(schedule),
});

function titleOf(schedule: ScheduleView | null): string {
  if (!schedule) return m.schedules_new_title();
  return schedule.status === "failed" ? m.schedules_failed_title() : m.schedules_edit_title();
}
