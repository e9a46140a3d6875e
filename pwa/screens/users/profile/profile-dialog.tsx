import { useState } from "react";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { saveUser } from "../../../session/save-user.ts";
import { useKeptValues } from "../../../session/use-form-draft.ts";
import { useUser } from "../../../session/use-session.ts";
import { Button } from "../../../ui/button.tsx";
import { LeaveButton } from "../../../ui/fields/kept-form.tsx";
import { PasswordField, TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { changesSignIn, ownProblems } from "../user-form.ts";
import { DeviceSpaceSection } from "./device-space.tsx";
import { type ProfileForm, profileOf, profileProblems } from "./profile-form.ts";

/**
 * Changes the user's own name, e-mail and password. The request needs the server: it is never stored as a pending
 * command.
 */
export function ProfileDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <OwnProfile onClose={onClose} /> : null;
}

function OwnProfile({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const {
    values: form,
    set,
    kept,
    forget,
  } = useKeptValues<ProfileForm>("profile", () => profileOf(user), ["password", "currentPassword"]);
  const [asked, setAsked] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ field: string | null; text: string } | null>(null);
  const problems = ownProblems(profileProblems, user)(form);
  const change = (part: Partial<ProfileForm>) => {
    set(part);
    setRefused(null);
  };
  const problemOf = (field: keyof ProfileForm) =>
    refused?.field === field ? refused.text : asked ? (problems[field] ?? null) : null;

  async function handleSave() {
    setAsked(true);
    if (saving || Object.keys(problems).length > 0) return;
    setSaving(true);
    try {
      await saveUser(user.id, { ...form, name: form.name.trim(), email: form.email.trim() });
      forget();
      toast.success(m.profile_saved());
      onClose();
    } catch (error) {
      setRefused(refusalOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.profile_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button kind="primary" busy={saving && m.ui_saving()} onClick={() => void handleSave()}>
            {m.ui_save()}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void handleSave();
        }}
      >
        {refused?.field === null && <Notice tone="danger">{refused.text}</Notice>}
        <TextField
          label={m.profile_name()}
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          error={problemOf("name")}
          autoComplete="name"
          autoFocus
        />
        <TextField
          type="email"
          label={m.profile_email()}
          value={form.email}
          onChange={(event) => change({ email: event.target.value })}
          error={problemOf("email")}
          autoComplete="email"
        />
        <PasswordField
          label={m.profile_password()}
          hint={m.profile_password_hint()}
          value={form.password}
          onChange={(event) => change({ password: event.target.value })}
          error={problemOf("password")}
          autoComplete="new-password"
        />
        {changesSignIn(form, user) && (
          <PasswordField
            label={m.profile_current_password()}
            hint={m.profile_current_password_hint()}
            value={form.currentPassword}
            onChange={(event) => change({ currentPassword: event.target.value })}
            error={problemOf("currentPassword")}
            autoComplete="current-password"
          />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      <div className="mt-5">
        <DeviceSpaceSection />
      </div>
    </Dialog>
  );
}

function refusalOf(error: unknown): { field: string | null; text: string } {
  if (error instanceof NetworkError) {
    return { field: null, text: navigator.onLine ? m.profile_failed() : m.profile_offline() };
  }
  if (!(error instanceof ApiError)) throw error;
  if (error.fields.email?.includes("taken")) return { field: "email", text: m.profile_email_taken() };
  const field = error.code === "ERR_WRONG_PASSWORD" ? "currentPassword" : null;
  return { field, text: errorMessage(error.code) };
}
