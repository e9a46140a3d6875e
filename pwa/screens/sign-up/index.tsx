import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { usePage } from "../../shell/page.ts";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { Notice } from "../../ui/notice.tsx";
import { useSignUpOffer } from "../login/parts/use-sign-up-offer.ts";
import { WelcomeFrame } from "../login/parts/welcome-frame.tsx";
import { AccountStep } from "./account-step.tsx";
import { CodeStep } from "./code-step.tsx";
import { CompanyStep } from "./company-step.tsx";
import { keepSignUp, readKeptSignUp, type SignUpProgress, type SignUpStep, stepOf } from "./kept-sign-up.ts";
import { SignUpSteps } from "./sign-up-steps.tsx";
import { YouStep } from "./you-step.tsx";

/** Creates a company with its first admin in three steps: the person, the code by mail, the company. */
export function SignUpScreen() {
  usePage(m.sign_up_title());
  const isPhone = usePhone();
  const { data: offer } = useSignUpOffer();
  const [progress, setProgress] = useState<SignUpProgress>(readKeptSignUp);
  const change = useCallback(
    (part: Partial<SignUpProgress>) => setProgress((present) => ({ ...present, ...part })),
    [],
  );
  useEffect(() => keepSignUp(progress), [progress]);
  const navigate = useNavigate();
  const { step: asked } = useSearch({ strict: false });
  const step = stepOf(asked, progress);
  /** "Back" leads from each later step to the first one. */
  const goTo = (next: SignUpStep) =>
    void navigate({ to: "/signup", search: next === "you" ? {} : { step: next }, replace: step !== "you" });
  const isOff = offer?.enabled === false;
  const shown = isOff ? "you" : step;
  const parts = { progress, change, goTo };
  const terms = { termsUrl: offer?.termsUrl ?? null, privacyUrl: offer?.privacyUrl ?? null };
  const bodies: Record<SignUpStep, ReactNode> = {
    you: <YouStep {...parts} />,
    code: <CodeStep key={progress.sent?.sentAt} {...parts} />,
    account: <AccountStep {...parts} />,
    company: <CompanyStep {...parts} {...terms} />,
  };
  return (
    <WelcomeFrame
      above={isOff ? undefined : <SignUpSteps {...places[shown]} />}
      {...headOf(shown, progress, isPhone)}
      size="wide"
      phoneTop="brand"
      helpUrl={offer?.helpUrl}
    >
      {isOff ? <Notice tone="warn">{m.sign_up_off()}</Notice> : bodies[shown]}
    </WelcomeFrame>
  );
}

const places: Record<SignUpStep, { done: number; at: number | null }> = {
  you: { done: 0, at: 1 },
  code: { done: 1, at: 2 },
  account: { done: 2, at: null },
  company: { done: 2, at: 3 },
};

function headOf(step: SignUpStep, { userName }: SignUpProgress, isPhone: boolean) {
  if (step === "code")
    return {
      title: m.sign_up_code_title(),
      subtitle: isPhone ? m.sign_up_code_subtitle_short() : m.sign_up_code_subtitle(),
    };
  if (step === "account") return { title: m.sign_up_known_title(), subtitle: m.sign_up_known_subtitle() };
  if (step === "company") {
    const [name = ""] = userName.trim().split(/\s+/);
    return { title: m.sign_up_company_title(), subtitle: m.sign_up_company_subtitle({ name }) };
  }
  return { title: m.sign_up_title(), subtitle: m.sign_up_free() };
}
