import { Link } from "@tanstack/react-router";
import { m } from "../../i18n/paraglide/messages.js";
import { usePage } from "../../shell/page.ts";
import { LoginForm } from "./login-form.tsx";
import { useSignUpOffer } from "./parts/use-sign-up-offer.ts";
import { WelcomeFrame } from "./parts/welcome-frame.tsx";

export function LoginScreen() {
  usePage(m.login_title());
  const { data: offer } = useSignUpOffer();
  return (
    <WelcomeFrame
      title={m.login_title()}
      subtitle={m.login_subtitle()}
      size="narrow"
      phoneTop="banner"
      helpUrl={offer?.helpUrl}
    >
      <LoginForm />
      {offer?.enabled && (
        <p className="mt-5 text-center text-base text-ink-2">
          {m.sign_up_no_account()}{" "}
          <Link to="/signup" className="font-semibold text-primary-ink">
            {m.sign_up_title()}
          </Link>
        </p>
      )}
    </WelcomeFrame>
  );
}
