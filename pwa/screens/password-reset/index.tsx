import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { usePage } from "../../shell/page.ts";
import { toast } from "../../ui/toasts/toast.tsx";
import { useSignUpOffer } from "../login/parts/use-sign-up-offer.ts";
import { WelcomeFrame } from "../login/parts/welcome-frame.tsx";
import { EmailStep } from "./email-step.tsx";
import { PasswordStep } from "./password-step.tsx";
import { forgetSentCode, keepSentCode, readSentCode, type SentCode } from "./sent-code.ts";

/** Resets a forgotten password: a code by mail, then the new password. `mailedTo`: from the link in the mail. */
export function PasswordResetScreen({ mailedTo }: { mailedTo: string | null }) {
  usePage(m.reset_title());
  const navigate = useNavigate();
  const { data: offer } = useSignUpOffer();
  const [sent, setSent] = useState<SentCode | null>(() => startOf(mailedTo));
  const [email, setEmail] = useState("");
  function show(next: SentCode) {
    keepSentCode(next);
    setSent(next);
  }
  async function handleDone() {
    forgetSentCode();
    toast.success(m.reset_done());
    await navigate({ to: "/login" });
  }
  if (!sent)
    return (
      <WelcomeFrame
        title={m.reset_title()}
        subtitle={m.reset_subtitle()}
        size="narrow"
        phoneTop="banner"
        helpUrl={offer?.helpUrl}
      >
        <EmailStep start={email} hasSignUp={offer?.enabled ?? false} onSent={show} />
      </WelcomeFrame>
    );
  const subtitle = (
    <>
      {sent.sentAt === null ? m.reset_code_of() : m.reset_sent_to()}{" "}
      <span className="font-medium text-ink wrap-anywhere">{sent.email}</span>.{" "}
      <button
        type="button"
        className="font-semibold text-primary-ink"
        onClick={() => {
          forgetSentCode();
          setEmail(sent.email);
          setSent(null);
        }}
      >
        {m.reset_other_email()}
      </button>
    </>
  );
  return (
    <WelcomeFrame
      title={m.reset_choose_title()}
      subtitle={subtitle}
      size="narrow"
      phoneTop="brand"
      helpUrl={offer?.helpUrl}
    >
      <PasswordStep sent={sent} onSent={show} onDone={handleDone} />
    </WelcomeFrame>
  );
}

/** The step that was open before a reload, unless the mail's link names another account. */
function startOf(mailedTo: string | null): SentCode | null {
  const kept = readSentCode();
  return mailedTo && mailedTo !== kept?.email ? { email: mailedTo, sentAt: null } : kept;
}
