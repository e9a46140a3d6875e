import { Link } from "@tanstack/react-router";
import { CircleAlert, WifiOff } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { signUp } from "../../session/session.ts";
import { useOnline } from "../../session/use-online.ts";
import { useServerData } from "../../session/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { type Form, useForm } from "../lists/index.ts";
import { PasswordRules } from "../login/parts/password-rules.tsx";
import { forgetForm, keepForm, readKeptForm } from "./kept-form.ts";
import { PhoneField } from "./phone-field.tsx";
import { PlanField, readPlans } from "./plan-field.tsx";
import { type SignUpForm, signUpProblems, signUpRefusal, TAKEN } from "./sign-up-form.ts";
import { Terms, type TermsProps } from "./terms.tsx";

/** Draws the form: what is typed stays, also without a network and after a refusal. */
export function SignUpFields(terms: TermsProps) {
  const isOnline = useOnline();
  const plans = useServerData("/plans/list", readPlans);
  const [refusals, setRefusals] = useState(0);
  const fields = useRef<HTMLFormElement>(null);
  const [start] = useState(readKeptForm);
  const form = useForm<SignUpForm>({ start, check: signUpProblems, save: signUp, refused: signUpRefusal });
  const { values } = form;
  useEffect(() => keepForm(values), [values]);
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]")?.focus();
  }, [refusals]);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isOnline) return;
    if (await form.submit()) forgetForm();
    else setRefusals((count) => count + 1);
  }
  return (
    <form ref={fields} noValidate onSubmit={handleSubmit} className="flex flex-col gap-3.5">
      {!isOnline && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
          {m.sign_up_offline()}
        </Notice>
      )}
      {form.failure && isOnline && (
        <Notice tone="danger" icon={<CircleAlert aria-hidden="true" size={16} />}>
          {form.failure}
        </Notice>
      )}
      <TextField large label={m.sign_up_company()} autoComplete="organization" autoFocus {...form.text("name")} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <EmailField form={form} />
        <PhoneField
          large
          label={m.sign_up_phone()}
          placeholder="+55 (31) 95550-0301"
          value={values.phone}
          onChange={(phone) => form.set({ phone })}
          error={form.problems.phone}
        />
      </div>
      <div className="flex flex-col gap-1.75">
        <PasswordField large label={m.login_password()} autoComplete="new-password" {...form.text("password")} />
        <PasswordRules password={values.password} />
      </div>
      <PlanField
        plans={plans}
        value={values.planId}
        onChange={(planId) => form.set({ planId })}
        error={form.problems.planId}
      />
      <Button
        type="submit"
        kind="primary"
        size="large"
        busy={form.isBusy && m.sign_up_submitting()}
        className="mt-1.5 w-full"
      >
        {m.sign_up_submit()}
      </Button>
      <Terms {...terms} />
    </form>
  );
}

function EmailField({ form }: { form: Form<SignUpForm> }) {
  const { error, ...email } = form.text("email");
  const taken = (
    <span>
      {m.sign_up_taken()}{" "}
      <Link to="/login" className="ml-1 underline">
        {m.login_title()}
      </Link>
    </span>
  );
  return (
    <TextField
      large
      label={m.login_email()}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...email}
      error={error === TAKEN ? taken : error}
    />
  );
}
