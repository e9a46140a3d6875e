import { Trash2 } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { Combobox, type ComboboxChoice } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { SEARCH_FROM } from "../../ui/use-debounced.ts";
import { FormDialog, useForm } from "../lists/index.ts";
import { type ChosenPicture, PictureField } from "../quick-messages/picture-field.tsx";
import { TextPreview, VariableButtons } from "../quick-messages/variables.tsx";
import { contactChoice } from "../tickets/contact/contact-choice.tsx";
import { useFoundContacts } from "../tickets/contact/use-found-contacts.ts";
import { moment } from "../tickets/when.ts";
import { type ScheduleForm, scheduleProblems } from "./schedule-form.ts";
import { type Schedule, scheduleCalls } from "./schedule-wire.ts";

type ScheduleDialogProps = {
  schedule: Schedule | null;
  /** When a new one would go, by the company's clock. */
  sendAt: string;
  onClose: () => void;
  onDelete: (schedule: Schedule) => void;
};

/** One that was sent, or is somebody else's, is only read. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule } = props;
  const isLocked = schedule !== null && (schedule.sentAt !== null || !schedule.canChange);
  return isLocked ? <SentSchedule {...props} schedule={schedule} /> : <PlannedSchedule {...props} />;
}

function PlannedSchedule({ schedule, sendAt, onClose, onDelete }: ScheduleDialogProps) {
  const { linkUp } = useSyncStatus();
  const [before] = useState(schedule);
  const [contact, setContact] = useState<ComboboxChoice | null>(
    before && contactChoice({ ...before.contact, isGroup: false }),
  );
  const [text, setText] = useState("");
  const found = useFoundContacts(text);
  const [picture, setPicture] = useState<ChosenPicture>(
    before?.mediaName ? { kind: "shown", url: before.mediaPath, name: before.mediaName } : { kind: "none" },
  );
  const form = useForm<ScheduleForm>({
    start: {
      contactId: before?.contact.id ?? "",
      body: before?.body ?? "",
      sendAt: before?.sendAtLocal ?? sendAt,
      picture: "",
    },
    check: scheduleProblems,
    async save({ picture: _picture, ...values }) {
      const id = before ? await scheduleCalls.change(before.id, values) : await scheduleCalls.create(values);
      if (picture.kind === "new") await scheduleCalls.attach(id, picture.blob, picture.name);
      if (picture.kind === "none" && before?.mediaName) await scheduleCalls.detach(id);
    },
  });
  const { values, set, problems } = form;
  return (
    <FormDialog
      title={titleOf(before)}
      size="medium"
      form={form}
      saved={m.schedules_saved()}
      onClose={onClose}
      footer={
        before && (
          <Button
            kind="danger-ghost"
            icon={<Trash2 aria-hidden="true" size={15} />}
            disabled={!linkUp}
            onClick={() => onDelete(before)}
          >
            {m.ui_delete()}
          </Button>
        )
      }
    >
      {before?.reason && <Notice tone="danger">{errorMessage(before.reason)}</Notice>}
      <Combobox
        label={m.schedules_contact()}
        autoFocus={!before}
        placeholder={m.schedules_contact_search()}
        minimumCharacters={SEARCH_FROM}
        options={found.map(contactChoice)}
        value={contact}
        onSearch={setText}
        onChange={(choice) => {
          setContact(choice);
          set({ contactId: choice?.id ?? "" });
        }}
        error={problems.contactId}
      />
      <TextArea label={m.schedules_body()} rows={4} {...form.text("body")} />
      <VariableButtons onChoose={(name) => set({ body: `${values.body}{{${name}}}` })} />
      <TextPreview text={values.body} contactName={contact?.label} />
      <TextField type="datetime-local" label={m.schedules_send_at()} {...form.text("sendAt")} />
      <PictureField
        value={picture}
        onChange={(next) => {
          setPicture(next);
          set({ picture: next.kind === "new" ? next.name : next.kind });
        }}
      />
    </FormDialog>
  );
}

function titleOf(schedule: Schedule | null): string {
  if (!schedule) return m.schedules_new_title();
  return schedule.status === "ERRO" ? m.schedules_failed_title() : m.schedules_edit_title();
}

function SentSchedule({ schedule, onClose, onDelete }: ScheduleDialogProps & { schedule: Schedule }) {
  const { linkUp } = useSyncStatus();
  const { contact, body, sentAt, reason, user, mediaName, mediaPath, canChange } = schedule;
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        reason
          ? m.schedules_failed_title()
          : sentAt
            ? m.schedules_sent_title()
            : m.schedules_of_title({ name: user.name })
      }
      footer={
        <>
          {canChange && (
            <Button
              kind="danger-ghost"
              className="mr-auto"
              icon={<Trash2 aria-hidden="true" size={15} />}
              disabled={!linkUp}
              onClick={() => onDelete(schedule)}
            >
              {m.ui_delete()}
            </Button>
          )}
          <Button onClick={onClose}>{m.ui_close()}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {reason && <Notice tone="danger">{errorMessage(reason)}</Notice>}
        <p className="font-medium">{contact.name}</p>
        <p className="text-ink-3 text-xs">
          {sentAt
            ? m.schedules_sent_at({ when: moment(sentAt) })
            : m.schedules_will_send_at({ when: schedule.sendAtLocal.replace("T", " "), name: user.name })}
        </p>
        <p className="whitespace-pre-wrap rounded-lg rounded-tr-xs bg-bubble-out px-3 py-2 text-sm [overflow-wrap:anywhere]">
          {body}
        </p>
        {mediaPath && <img src={mediaPath} alt={mediaName ?? ""} className="max-h-60 w-fit rounded-lg" />}
      </div>
    </Dialog>
  );
}
