import { Link } from "@tanstack/react-router";
import { CircleAlert, Lock, Mail, WifiOff } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { calendarDate } from "../../i18n/calendar-date.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { signIn } from "../../session/session.ts";
import { useOnline } from "../../session/use-online.ts";
import { useSession } from "../../session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type CredentialErrors, credentialErrors } from "./credentials.ts";
import { loginRefusal } from "./parts/login-refusal.ts";
import { useFrameSignIn } from "./use-frame-sign-in.ts";

const noErrors: CredentialErrors = { email: null, password: null };

export function LoginForm() {
  const isOnline = useOnline();
  const [errors, setErrors] = useState(noErrors);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void enter(String(data.get("email")).trim(), String(data.get("password")));
  }

  async function enter(email: string, password: string) {
    const found = credentialErrors(email, password);
    setErrors(found);
    setRefusal(null);
    const wrong = found.email ? "email" : found.password ? "password" : null;
    if (wrong) return focus(wrong);
    setBusy(true);
    try {
      await signIn(email, password);
    } catch (error) {
      setRefusal(loginRefusal(error, navigator.onLine));
      focus("password");
    } finally {
      setBusy(false);
    }
  }

  useFrameSignIn((email, password) => void enter(email, password));

  function focus(name: keyof CredentialErrors) {
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <WhyHere />
      {!isOnline && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
          {m.login_offline()}
        </Notice>
      )}
      {refusal && isOnline && (
        <Notice tone="danger" icon={<CircleAlert aria-hidden="true" size={16} />}>
          {refusal}
        </Notice>
      )}
      <TextField
        large
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        label={m.login_email()}
        error={errors.email}
        icon={<Mail aria-hidden="true" size={15} />}
      />
      <div className="relative">
        <PasswordField
          large
          name="password"
          label={m.login_password()}
          error={errors.password}
          icon={<Lock aria-hidden="true" size={15} />}
        />
        {/* After the field, so that Tab leads from the e-mail to the password. */}
        <Link to="/forgetpsw" className="absolute top-0 right-0 font-medium text-primary-ink text-xs">
          {m.reset_link()}
        </Link>
      </div>
      <Button type="submit" kind="primary" size="large" busy={isBusy && m.login_submitting()} className="mt-1 w-full">
        {m.login_submit()}
      </Button>
    </form>
  );
}

/** Shows why the last session ended, unless the user signed out. */
function WhyHere() {
  const { ended, dueDate } = useSession();
  if (ended === null || ended === "signed-out") return null;
  const reasons = {
    expired: m.session_expired,
    elsewhere: m.session_elsewhere,
    overdue: () => m.login_due({ date: calendarDate(dueDate ?? "") }),
  };
  return (
    <Notice tone="info" icon={<CircleAlert aria-hidden="true" size={16} />}>
      {reasons[ended]()}
    </Notice>
  );
}
