import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { sendSignUpCode } from "../../session/sign-up.ts";
import { useOnline } from "../../session/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useForm } from "../lists/index.ts";
import { FormNotices } from "../login/parts/form-notices.tsx";
import { mailed, nextStep, type SignUpProgress, type SignUpStep } from "./kept-sign-up.ts";
import { lockedIn, publicRefusal, type YouForm, youProblems } from "./sign-up-forms.ts";

export type StepProps = {
  progress: SignUpProgress;
  change: (part: Partial<SignUpProgress>) => void;
  /** Shows another step. */
  goTo: (step: SignUpStep) => void;
};

/** The first step: the person and the address that gets a code. */
export function YouStep({ progress, change, goTo }: StepProps) {
  const isOnline = useOnline();
  const fields = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const form = useForm<YouForm>({
    start: { name: progress.userName, email: progress.email },
    check: youProblems,
    save: goOn,
    refused: publicRefusal,
  });
  const { name, email } = form.values;
  useEffect(() => change({ userName: name, email }), [change, name, email]);
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [refusals]);

  /** An address that has been confirmed, or whose code is still valid, gets no other mail. */
  async function goOn(values: YouForm): Promise<void> {
    const address = values.email.trim().toLowerCase();
    const step = nextStep(progress, address, serverNow());
    if (step) return goTo(step);
    try {
      await sendSignUpCode({ name: values.name.trim(), email: address });
      change(mailed(address, serverNow()));
    } catch (error) {
      const lockedUntil = lockedIn(error, serverNow());
      if (lockedUntil === null) throw error;
      change({ ...mailed(address, serverNow()), lockedUntil });
    }
    goTo("code");
  }
  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isOnline && !(await form.submit())) setRefusals((count) => count + 1);
  }
  const lost = progress.isProofLost ? errorMessage("ERR_SIGN_UP_PROOF") : null;
  return (
    <>
      <form ref={fields} noValidate onSubmit={handleSubmit} className="flex flex-col gap-3.5">
        <FormNotices offline={m.sign_up_offline()} failure={form.failure ?? lost} />
        <TextField
          large
          label={m.sign_up_your_name()}
          hint={m.sign_up_your_name_hint()}
          autoComplete="name"
          autoFocus
          {...form.text("name")}
        />
        <TextField
          large
          label={m.login_email()}
          hint={m.sign_up_email_hint()}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text("email")}
        />
        <Button
          type="submit"
          kind="primary"
          size="large"
          busy={form.isBusy && m.reset_sending()}
          className="mt-1.5 w-full"
        >
          {m.sign_up_get_code()}
        </Button>
      </form>
      <p className="mt-4 text-center text-base text-ink-2">
        {m.sign_up_has_account()}{" "}
        <Link to="/login" className="font-semibold text-primary-ink">
          {m.login_title()}
        </Link>
      </p>
    </>
  );
}
