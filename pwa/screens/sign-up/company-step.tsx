import { type FormEvent, useEffect, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { signUp } from "../../session/session.ts";
import { useOnline } from "../../session/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/fields/text-field.tsx";
import { usePublicPlans } from "../billing/parts/use-billing.ts";
import { useForm } from "../lists/index.ts";
import { FormNotices } from "../login/parts/form-notices.tsx";
import { PasswordRules } from "../login/parts/password-rules.tsx";
import { forgetSignUp } from "./kept-sign-up.ts";
import { PhoneField } from "./phone-field.tsx";
import { PlanField } from "./plan-field.tsx";
import { type CompanyForm, companyProblems, companyRefusal } from "./sign-up-forms.ts";
import { Terms, type TermsProps } from "./terms.tsx";
import type { StepProps } from "./you-step.tsx";

/** The third step creates the company. What is typed stays, also without a network and after a refusal. */
export function CompanyStep({ progress, change, goTo, ...terms }: StepProps & TermsProps) {
  const isOnline = useOnline();
  const plans = usePublicPlans();
  const [refusals, setRefusals] = useState(0);
  const fields = useRef<HTMLFormElement>(null);
  const form = useForm<CompanyForm>({
    start: { ...progress.company, password: "" },
    check: companyProblems,
    save: create,
    refused: companyRefusal,
  });
  const { values } = form;
  const { name, phone, planId } = values;
  useEffect(() => change({ company: { name, phone, planId } }), [change, name, phone, planId]);
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]")?.focus();
  }, [refusals]);

  async function create(company: CompanyForm): Promise<void> {
    const { proof, userName } = progress;
    try {
      if (!proof) throw new ApiError(400, { code: "ERR_SIGN_UP_PROOF" });
      await signUp({ ...company, userName: userName.trim(), email: proof.email, proof: proof.token });
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === "ERR_SIGN_UP_PROOF";
      if (!isLost) throw error;
      change({ proof: null, isProofLost: true });
      goTo("you");
      return;
    }
    forgetSignUp();
  }
  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isOnline && !(await form.submit())) setRefusals((count) => count + 1);
  }
  return (
    <form ref={fields} noValidate onSubmit={handleSubmit} className="flex flex-col gap-3.5">
      <FormNotices offline={m.sign_up_offline()} failure={form.failure} />
      {/* Password managers save the new password with it. */}
      <input type="text" name="username" autoComplete="username" value={progress.email} readOnly hidden />
      <TextField large label={m.sign_up_company()} autoComplete="organization" autoFocus {...form.text("name")} />
      <PhoneField
        large
        label={m.sign_up_phone()}
        placeholder="+55 (31) 95550-0301"
        value={phone}
        onChange={(typed) => form.set({ phone: typed })}
        error={form.problems.phone}
      />
      <div className="flex flex-col gap-1.75">
        <PasswordField large label={m.login_password()} autoComplete="new-password" {...form.text("password")} />
        <PasswordRules password={values.password} />
      </div>
      <PlanField
        plans={plans}
        value={planId}
        onChange={(chosen) => form.set({ planId: chosen })}
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
