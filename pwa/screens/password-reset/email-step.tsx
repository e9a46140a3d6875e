import { Link } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import type { FormEvent } from "react";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { sendResetCode } from "../../session/password-reset.ts";
import { useOnline } from "../../session/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { useForm } from "../lists/use-form.ts";
import { FormNotices } from "../login/parts/form-notices.tsx";
import { type EmailForm, emailProblems, resetRefusal } from "./reset-forms.ts";
import type { SentCode } from "./sent-code.ts";

type EmailStepProps = { start: string; hasSignUp: boolean; onSent: (sent: SentCode) => void };

/** The first step: asks for the account's address and mails a code to it. */
export function EmailStep({ start, hasSignUp, onSent }: EmailStepProps) {
  const isOnline = useOnline();
  const form = useForm<EmailForm>({
    start: { email: start },
    check: emailProblems,
    save: async ({ email }) => {
      const isKnown = await sendResetCode(email);
      if (isKnown) return onSent({ email: email.trim(), sentAt: serverNow() });
      toast.error(m.reset_not_found());
      throw new UnknownAddress();
    },
    refused: (error) =>
      error instanceof UnknownAddress
        ? { problems: { email: m.reset_not_found() }, failure: null }
        : resetRefusal<EmailForm>(error),
  });
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isOnline) void form.submit();
  }
  return (
    <>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <FormNotices offline={m.reset_offline()} failure={form.failure} />
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
          icon={<Mail aria-hidden="true" size={15} />}
          {...form.text("email")}
        />
        <Button type="submit" kind="primary" size="large" busy={form.isBusy && m.reset_sending()} className="w-full">
          {m.reset_send()}
        </Button>
      </form>
      <Ways
        hasSignUp={hasSignUp}
        onHasCode={() => {
          if (form.validate()) onSent({ email: form.values.email.trim(), sentAt: null });
        }}
      />
    </>
  );
}

class UnknownAddress extends Error {}

/** The other ways on: a code that was mailed before, the sign-in and the sign-up. */
function Ways({ hasSignUp, onHasCode }: { hasSignUp: boolean; onHasCode: () => void }) {
  return (
    <div className="mt-5 flex flex-col gap-4 text-center text-base text-ink-2">
      <p>
        <button type="button" onClick={onHasCode} className="font-semibold text-primary-ink">
          {m.reset_has_code()}
        </button>
      </p>
      <p>
        {m.reset_remembered()}{" "}
        <Link to="/login" className="font-semibold text-primary-ink">
          {m.login_title()}
        </Link>
      </p>
      {hasSignUp && (
        <p>
          {m.sign_up_no_account()}{" "}
          <Link to="/signup" className="font-semibold text-primary-ink">
            {m.sign_up_title()}
          </Link>
        </p>
      )}
    </div>
  );
}
