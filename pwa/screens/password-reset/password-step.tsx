import { Lock, Shield } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { RESET_CODE_LENGTH, resetCodeOf } from "../../../contracts/account/password-reset.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { resetPassword } from "../../session/password-reset.ts";
import { useOnline } from "../../session/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/fields/code-field.tsx";
import { PasswordField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useForm } from "../lists/use-form.ts";
import { FormNotices } from "../login/parts/form-notices.tsx";
import { PasswordRules } from "../login/parts/password-rules.tsx";
import { clockOf, useSeconds } from "../login/parts/use-seconds.ts";
import { type NewPasswordForm, newPasswordProblems, resetRefusal } from "./reset-forms.ts";
import { SendAgain } from "./send-again.tsx";
import { CODE_MS, type SentCode } from "./sent-code.ts";

type PasswordStepProps = { sent: SentCode; onSent: (sent: SentCode) => void; onDone: () => void };

/** The second step: the code from the mail and the new password, typed twice. */
export function PasswordStep({ sent, onSent, onDone }: PasswordStepProps) {
  const isOnline = useOnline();
  const fields = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const form = useForm<NewPasswordForm>({
    start: { email: sent.email, code: "", password: "", confirmation: "" },
    check: newPasswordProblems,
    save: ({ email, code, password }) => resetPassword({ email, code, password }),
    refused: resetRefusal<NewPasswordForm>,
  });
  useEffect(() => {
    if (refusals > 0)
      fields.current?.querySelector<HTMLElement>("[data-invalid] input, [aria-invalid='true']")?.focus();
  }, [refusals]);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isOnline) return;
    if (await form.submit()) onDone();
    else setRefusals((count) => count + 1);
  }
  return (
    <form ref={fields} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <FormNotices offline={m.reset_offline()} failure={form.failure} />
      {/* Password managers save the new password with it. */}
      <input type="text" name="username" autoComplete="username" value={sent.email} readOnly hidden />
      <TimedCode sent={sent} form={form} />
      <div className="flex flex-col gap-1.75">
        <PasswordField
          large
          name="password"
          label={m.reset_new_password()}
          autoComplete="new-password"
          icon={<Lock aria-hidden="true" size={15} />}
          {...form.text("password")}
        />
        <PasswordRules password={form.values.password} />
      </div>
      <PasswordField
        large
        name="confirmation"
        label={m.reset_confirm()}
        placeholder={m.reset_confirm_placeholder()}
        autoComplete="new-password"
        icon={<Lock aria-hidden="true" size={15} />}
        {...form.text("confirmation")}
      />
      <Button type="submit" kind="primary" size="large" busy={form.isBusy && m.reset_submitting()} className="w-full">
        {m.reset_submit()}
      </Button>
      <SendAgain
        sent={sent}
        onSent={(again) => {
          form.set({ code: "" });
          onSent(again);
        }}
      />
      <Notice tone="info" icon={<Shield aria-hidden="true" size={16} />}>
        {m.reset_ends_sessions()}
      </Notice>
    </form>
  );
}

function TimedCode({ sent, form }: { sent: SentCode; form: ReturnType<typeof useForm<NewPasswordForm>> }) {
  const end = (sent.sentAt ?? 0) + CODE_MS;
  const left = end - useSeconds(end);
  const validity = left > 0 ? m.reset_code_valid({ time: clockOf(left) }) : m.reset_code_over();
  return (
    <CodeField
      label={m.reset_code()}
      hint={m.reset_code_hint()}
      labelEnd={sent.sentAt !== null && <span className="text-ink-3 text-xs tabular-nums">{validity}</span>}
      length={RESET_CODE_LENGTH}
      read={resetCodeOf}
      value={form.values.code}
      onChange={(code) => form.set({ code })}
      error={form.problems.code ?? null}
    />
  );
}
