import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { session, signUpByLink } from "../../session/session.ts";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormNotices } from "../login/parts/form-notices.tsx";
import { loginRefusal } from "../login/parts/login-refusal.ts";
import { WelcomeFrame } from "../login/parts/welcome-frame.tsx";
import { namesEmail } from "./sign-up-forms.ts";

/**
 * The page of the mailed link. It posts the token of its fragment, which creates the company and signs in. Never while
 * somebody is signed in on this device: what they have not sent yet belongs to their account.
 */
export function ConfirmLinkScreen({ token }: { token: string }) {
  usePage(m.sign_up_title());
  const navigate = useNavigate();
  const [isOccupied] = useState(() => session.get().user !== null);
  const [isFinal, setFinal] = useState(false);
  const { busy, failure, call } = useCall((error) => {
    // A wait and a failed server end by themselves.
    setFinal(error instanceof ApiError && error.status < 429);
    return linkRefusal(error);
  });
  const begun = useRef(false);
  async function create() {
    if (await call("create", () => signUpByLink(token))) await navigate({ to: "/", replace: true });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page; afterwards on a press.
  useEffect(() => {
    if (begun.current || isOccupied) return;
    begun.current = true;
    void create();
  }, []);
  return (
    <WelcomeFrame
      title={m.sign_up_link_title()}
      subtitle={m.sign_up_free()}
      size="wide"
      phoneTop="brand"
      helpUrl={null}
    >
      {isOccupied ? (
        <Notice tone="warn">{m.sign_up_link_occupied()}</Notice>
      ) : (
        <div className="flex flex-col gap-3.5">
          <FormNotices offline={m.sign_up_offline()} failure={failure} />
          {!isFinal && (
            <Button
              kind="primary"
              size="large"
              busy={(busy !== null || !failure) && m.sign_up_submitting()}
              onClick={() => void create()}
              className="w-full"
            >
              {m.ui_try_again()}
            </Button>
          )}
          {failure && (
            <p className="text-center text-base text-ink-2">
              <Link to="/login" className="font-semibold text-primary-ink">
                {m.login_title()}
              </Link>{" "}
              ·{" "}
              <Link to="/signup" className="font-semibold text-primary-ink">
                {m.sign_up_title()}
              </Link>
            </p>
          )}
        </div>
      )}
    </WelcomeFrame>
  );
}

function linkRefusal(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code === "ERR_VALIDATION")
      return namesEmail(error) ? m.sign_up_taken() : errorMessage("ERR_SIGN_UP_LINK");
    if (error.code === "ERR_NO_PLAN_FOUND") return m.sign_up_plan_gone();
  }
  return loginRefusal(error, navigator.onLine);
}
