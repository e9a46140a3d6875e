import { Link } from "@tanstack/react-router";
import { m } from "../../i18n/paraglide/messages.js";
import { usePage } from "../../shell/page.ts";
import { Notice } from "../../ui/notice.tsx";
import { usePhone } from "../../ui/use-phone.ts";
import { useSignUpOffer } from "../login/parts/use-sign-up-offer.ts";
import { WelcomeFrame } from "../login/parts/welcome-frame.tsx";
import { SignUpFields } from "./sign-up-fields.tsx";

/** Creates a company with its first admin. */
export function SignUpScreen() {
  usePage(m.sign_up_title());
  const isPhone = usePhone();
  const { data: offer } = useSignUpOffer();
  return (
    <WelcomeFrame
      title={m.sign_up_title()}
      subtitle={isPhone ? m.sign_up_free() : m.sign_up_subtitle()}
      size="wide"
      phoneTop="brand"
      helpUrl={offer?.helpUrl}
    >
      {offer?.enabled === false ? (
        <Notice tone="warn">{m.sign_up_off()}</Notice>
      ) : (
        <SignUpFields termsUrl={offer?.termsUrl ?? null} privacyUrl={offer?.privacyUrl ?? null} />
      )}
      <p className="mt-3.5 text-center text-base text-ink-2">
        {m.sign_up_has_account()}{" "}
        <Link to="/login" className="font-semibold text-primary-ink">
          {m.login_title()}
        </Link>
      </p>
    </WelcomeFrame>
  );
}
