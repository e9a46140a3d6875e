import { serverNow } from "../../../sync/client/server-clock.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { sendResetCode } from "../../session/password-reset.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { useOnline } from "../../session/use-online.ts";
import { toast } from "../../ui/toasts/toast.tsx";
import { loginRefusal } from "../login/parts/login-refusal.ts";
import { clockOf, useSeconds } from "../login/parts/use-seconds.ts";
import { AGAIN_MS, type SentCode } from "./sent-code.ts";

type SendAgainProps = { sent: SentCode; onSent: (sent: SentCode) => void };

/** Mails another code, at the earliest a minute after the last one. */
export function SendAgain({ sent, onSent }: SendAgainProps) {
  const isOnline = useOnline();
  const end = (sent.sentAt ?? 0) + AGAIN_MS;
  const left = end - useSeconds(end);
  const { busy, failure, call } = useCall((error) => loginRefusal(error, navigator.onLine));
  async function handleClick() {
    let isKnown = false;
    const isDone = await call("send", async () => {
      isKnown = await sendResetCode(sent.email);
    });
    if (!isDone) return;
    if (!isKnown) return toast.error(m.reset_not_found());
    toast.success(m.reset_sent_again());
    onSent({ email: sent.email, sentAt: serverNow() });
  }
  return (
    <div className="text-center text-base text-ink-2">
      <p>
        {m.reset_not_arrived()}{" "}
        <button
          type="button"
          disabled={left > 0 || busy !== null || !isOnline}
          onClick={handleClick}
          className="font-semibold text-primary-ink disabled:cursor-not-allowed disabled:text-ink-3"
        >
          {m.reset_again()}
        </button>
        {left > 0 && <span className="tabular-nums"> {m.reset_again_in({ time: clockOf(left) })}</span>}
      </p>
      {failure && (
        <p role="alert" className="mt-1 text-danger-ink text-sm">
          {failure}
        </p>
      )}
    </div>
  );
}
