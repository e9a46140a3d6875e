import { useEffect, useState } from "react";
import { uuidv7 } from "uuidv7";
import { profiles } from "../../../../contracts/account/permissions.ts";
import type { ConnectionRef, QueueRef } from "../../../../contracts/desk/refs.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { failureText } from "../../../session/failure-text.ts";
import { useUser } from "../../../session/use-session.ts";
import { SquareChip } from "../../../ui/fields/chips.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { SwitchRow } from "../../../ui/fields/switch-row.tsx";
import { PasswordField, TextField } from "../../../ui/fields/text-field.tsx";
import { Checkbox } from "../../../ui/fields/toggles.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type Form, FormDialog, useForm } from "../../lists/index.ts";
import { Sessions } from "../sessions.tsx";
import { userCalls } from "../user-calls.ts";
import {
  changesSignIn,
  newUser,
  newUserProblems,
  ownProblems,
  type UserForm,
  userProblems,
  userRefusal,
} from "../user-form.ts";
import { profileNames } from "../users-table.tsx";

type UserDialogProps = {
  /** Null: a new user. */
  id: string | null;
  /** Queues of a new user. */
  queueIds?: string[];
  onClose: () => void;
};

export function UserDialog({ id, queueIds = [], onClose }: UserDialogProps) {
  const { loaded, failure } = useLoaded(id, queueIds);
  if (loaded) return <UserEditor id={id} onClose={onClose} start={loaded} />;
  return (
    <Dialog open onClose={onClose} title={m.users_edit_title()} size="medium">
      {failure ? <Notice tone="danger">{failure}</Notice> : <Skeleton className="h-96 w-full" />}
    </Dialog>
  );
}

function UserEditor({ id, onClose, start }: UserDialogProps & { start: UserForm }) {
  const [newId] = useState(() => uuidv7());
  const isOwn = useUser().id === id;
  const knownProblems = isOwn ? ownProblems(userProblems, start) : userProblems;
  const form = useForm<UserForm>({
    keep: `user:${id ?? "new"}`,
    secret: ["password", "currentPassword"],
    start,
    check: id ? knownProblems : newUserProblems,
    save: (values) => (id ? userCalls.change(id, values) : userCalls.create(newId, values)),
    refused: userRefusal,
  });
  return (
    <FormDialog
      form={form}
      title={id ? m.users_edit_title() : m.users_new_title()}
      size="medium"
      saved={m.users_saved()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.users_field_name()} autoComplete="off" autoFocus {...form.text("name")} />
        <TextField label={m.users_field_email()} type="email" autoComplete="off" {...form.text("email")} />
        <PasswordField
          label={m.users_field_password()}
          hint={id ? m.users_field_password_note() : undefined}
          autoComplete="new-password"
          {...form.text("password")}
        />
        <Select
          label={m.users_field_profile()}
          value={form.values.profile}
          onChange={(profile) => form.set({ profile })}
          options={profiles.map((profile) => ({ value: profile, label: profileNames[profile]() }))}
        />
        {isOwn && changesSignIn(form.values, start) && (
          <PasswordField
            label={m.profile_current_password()}
            hint={m.profile_current_password_hint()}
            autoComplete="current-password"
            {...form.text("currentPassword")}
          />
        )}
      </div>
      <Places form={form} />
      <fieldset className="line-ring flex flex-col rounded-lg px-3.5">
        <legend className="sr-only">{m.users_sees()}</legend>
        <Right form={form} field="allTicket" label={m.users_all_ticket()} note={m.users_all_ticket_note()} />
        <Right form={form} field="allHistoric" label={m.users_all_historic()} note={m.users_all_historic_note()} />
        <Right form={form} field="allUserChat" label={m.users_all_user_chat()} note={m.users_all_user_chat_note()} />
      </fieldset>
      {id && <Sessions userId={id} />}
    </FormDialog>
  );
}

const DEFAULT = "default";
const noQueues: QueueRef[] = [];
const noConnections: ConnectionRef[] = [];

/** Draws the user's queues and the connection from which they write first. */
function Places({ form }: { form: Form<UserForm> }) {
  const desk = useDesk();
  const queues = useObservable<QueueRef[]>(() => desk.refs$("queue"), [desk], noQueues);
  const connections = useObservable<ConnectionRef[]>(() => desk.refs$("connection"), [desk], noConnections);
  const { queueIds, connectionId } = form.values;
  const toggle = (id: string, on: boolean) =>
    form.set({ queueIds: on ? [...queueIds, id] : queueIds.filter((each) => each !== id) });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-ink-2 text-xs">{m.users_field_queues()}</legend>
        {queues.map(({ id, name, color }) => (
          <Checkbox
            key={id}
            label={<SquareChip name={name} color={color} className="text-sm" />}
            checked={queueIds.includes(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
        {queues.length === 0 && <span className="text-ink-3">{m.users_no_queues()}</span>}
      </fieldset>
      <Select
        label={m.users_field_connection()}
        hint={m.users_field_connection_note()}
        value={connectionId ?? DEFAULT}
        onChange={(chosen) => form.set({ connectionId: chosen === DEFAULT ? null : chosen })}
        options={[
          { value: DEFAULT, label: m.users_connection_default() },
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  );
}

type RightProps = {
  form: Form<UserForm>;
  field: "allTicket" | "allHistoric" | "allUserChat";
  label: string;
  note: string;
};

const Right = ({ form, field, label, note }: RightProps) => (
  <div className="border-line py-2 not-last:border-b">
    <SwitchRow
      label={label}
      note={note}
      checked={form.values[field]}
      onChange={(on) => form.set({ [field]: on } as Pick<UserForm, typeof field>)}
    />
  </div>
);

/** Loads the user when the dialog opens, because permissions are not stored on the device. */
function useLoaded(id: string | null, queueIds: string[]) {
  const [loaded, setLoaded] = useState<UserForm | null>(id ? null : { ...newUser, queueIds });
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    userCalls.read(id, stop.signal).then(setLoaded, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    return () => stop.abort();
  }, [id]);
  return { loaded, failure };
}
