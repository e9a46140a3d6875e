import { Clock, Mail, RefreshCw } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { SIGN_UP_CODE_ATTEMPTS, SIGN_UP_CODE_LENGTH, signUpCodeOf } from "../../../contracts/account/sign-up.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { clock } from "../../i18n/date-time.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { confirmSignUpCode, sendSignUpCode } from "../../session/sign-up.ts";
import { useOnline } from "../../session/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/fields/code-field.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Refusal } from "../lists/form-problems.ts";
import { useForm } from "../lists/index.ts";
import { FormNotices } from "../login/parts/form-notices.tsx";
import { loginRefusal } from "../login/parts/login-refusal.ts";
import { clockOf, useSeconds } from "../login/parts/use-seconds.ts";
import { endOfCode, mailed } from "./kept-sign-up.ts";
import { type CodeForm, codeProblems, expiredIn, lockedIn, publicRefusal } from "./sign-up-forms.ts";
import type { StepProps } from "./you-step.tsx";

/** The pause before another code can be asked for. */
const AGAIN_MS = 60_000;

const timeOf = (instant: number) => clock(new Date(instant).toISOString());

/** The second step: the code from the mail. A wrong one stays visible, an expired one is replaced. */
export function CodeStep({ progress, change, goTo }: StepProps) {
  const { email, sent, lockedUntil } = progress;
  const isOnline = useOnline();
  const isPhone = usePhone();
  const fields = useRef<HTMLFormElement>(null);
  const focusAgain = useFocusAgain(fields);
  const { againInMs, expiredAt } = useTimes(progress);
  const isLocked = lockedUntil !== null;
  const isExpired = !isLocked && expiredAt !== null;
  const form = useForm<CodeForm>({
    start: { code: progress.code },
    check: codeProblems,
    save: ({ code }) => confirm(code),
    refused: codeRefusal,
  });
  const sending = useCall((error) => loginRefusal(error, navigator.onLine));
  const { code } = form.values;
  useEffect(() => change({ code }), [change, code]);

  async function confirm(shown: string): Promise<void> {
    try {
      const { proof, expiresAt, account } = await confirmSignUpCode({ email, code: shown });
      const known = proof ? { email, token: proof, expiresAt: Date.parse(expiresAt ?? "") } : null;
      change({ sent: sent && { ...sent, isUsed: true }, code: "", proof: known, account });
      goTo(known ? "company" : "account");
    } catch (error) {
      const at = serverNow();
      const [ended, waits] = [expiredIn(error, at), lockedIn(error, at)];
      if (ended === null && waits === null) throw error;
      if (waits !== null) form.set({ code: "" });
      change({ expiredAt: ended, lockedUntil: waits });
    }
  }
  /** A locked address that has waited gets a code like any other. */
  const sendAnother = () =>
    sending.call("send", async () => {
      try {
        await sendSignUpCode({ name: progress.userName.trim(), email });
        form.set({ code: "" });
        change(mailed(email, serverNow()));
      } catch (error) {
        const waits = lockedIn(error, serverNow());
        if (waits === null) throw error;
        change({ lockedUntil: waits });
      }
    });
  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isOnline || isLocked) return;
    if (isExpired) await sendAnother();
    else if (!(await form.submit())) focusAgain();
  }
  const wrong = isLocked ? null : (form.problems.code ?? null);
  const problem = isExpired ? m.sign_up_code_expired({ time: timeOf(expiredAt) }) : wrong;
  const isSending = sending.busy !== null;
  const isButtonLast = isPhone && !isExpired;
  const button = (
    <Button
      type="submit"
      kind="primary"
      size="large"
      disabled={isLocked}
      busy={isExpired ? isSending && m.reset_sending() : form.isBusy && m.sign_up_confirming()}
      className="w-full"
    >
      {isExpired ? m.sign_up_code_new() : m.sign_up_confirm()}
    </Button>
  );
  const below = isExpired ? (
    <p className="text-ink-3 text-sm">{m.sign_up_code_kept()}</p>
  ) : (
    <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <Again left={againInMs} isBusy={isSending || !isOnline} onSend={() => void sendAnother()} />
      {isLocked ? <OtherEmail {...{ change, goTo }} /> : <span className="text-ink-3">{m.sign_up_code_spam()}</span>}
    </div>
  );
  return (
    <form ref={fields} noValidate onSubmit={handleSubmit} className="flex flex-col gap-3.5">
      <FormNotices offline={m.sign_up_offline()} failure={form.failure ?? sending.failure} />
      <SentTo email={email} onCorrect={() => goTo("you")} />
      <CodeField
        large
        label={m.sign_up_code()}
        length={SIGN_UP_CODE_LENGTH}
        read={signUpCodeOf}
        inputMode="numeric"
        disabled={isLocked}
        value={isLocked ? "" : code}
        onChange={(typed) => form.set({ code: typed })}
        error={problem}
      />
      {isLocked && <Locked until={lockedUntil} />}
      {!isButtonLast && button}
      {below}
      {isButtonLast && button}
    </form>
  );
}

/** Returns the milliseconds until another code can be asked for, and when the code expired; null: it is valid. */
function useTimes({ sent, lockedUntil, expiredAt }: StepProps["progress"]) {
  const end = sent ? endOfCode(sent) : 0;
  const againAt = lockedUntil ?? (sent?.sentAt ?? 0) + AGAIN_MS;
  const now = useSeconds(Math.max(end, againAt));
  return { againInMs: againAt - now, expiredAt: expiredAt ?? (end <= now ? end : null) };
}

/** Returns what focuses the first field when the refusal of a code is shown. */
function useFocusAgain(fields: RefObject<HTMLFormElement | null>) {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>("input")?.focus();
  }, [refusals, fields]);
  return () => setRefusals((count) => count + 1);
}

function Locked({ until }: { until: number }) {
  return (
    <Notice tone="warn" icon={<Clock aria-hidden="true" size={16} />}>
      {m.sign_up_code_locked({ count: SIGN_UP_CODE_ATTEMPTS, time: timeOf(until) })}
    </Notice>
  );
}

function OtherEmail({ change, goTo }: Pick<StepProps, "change" | "goTo">) {
  return (
    <button
      type="button"
      className="font-medium text-primary-ink"
      onClick={() => {
        change({ email: "" });
        goTo("you");
      }}
    >
      {m.sign_up_other_email()}
    </button>
  );
}

function SentTo({ email, onCorrect }: { email: string; onCorrect: () => void }) {
  return (
    <div className="flex h-11 items-center gap-2.5 rounded-md bg-sunken px-3.5 text-base [box-shadow:inset_0_0_0_1px_var(--line)]">
      <Mail aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate font-medium text-ink">{email}</span>
      <button type="button" className="font-medium text-primary-ink" onClick={onCorrect}>
        {m.sign_up_correct()}
      </button>
    </div>
  );
}

/** Asks for another code, at the earliest after the pause. */
function Again({ left, isBusy, onSend }: { left: number; isBusy: boolean; onSend: () => void }) {
  if (left > 0)
    return (
      <span className="flex items-center gap-1 text-ink-3">
        <Clock aria-hidden="true" size={14} />
        {m.sign_up_code_again_in()} <b className="font-medium text-ink tabular-nums">{clockOf(left)}</b>
      </span>
    );
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={onSend}
      className="flex items-center gap-1 font-medium text-primary-ink disabled:cursor-not-allowed disabled:text-ink-3"
    >
      <RefreshCw aria-hidden="true" size={14} />
      {m.sign_up_code_again()}
    </button>
  );
}

/** Shows a wrong code at its field, with the attempts that are left. */
function codeRefusal(error: unknown): Refusal<CodeForm> {
  if (!(error instanceof ApiError) || error.code !== "ERR_SIGN_UP_CODE") return publicRefusal(error);
  const left = Number(error.details.attemptsLeft ?? 0);
  const tries = left > 0 ? ` ${m.sign_up_code_left({ count: left })}` : "";
  return { problems: { code: `${errorMessage("ERR_SIGN_UP_CODE")}${tries}` }, failure: null };
}
