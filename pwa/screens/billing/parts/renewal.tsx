import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { lastPaidDay } from "../../../session/company-dates.ts";
import { useCan } from "../../../session/desk.tsx";
import { useListChanges } from "../../../session/server-data/use-list-changes.ts";
import { refreshSession } from "../../../session/session.ts";
import { useUser } from "../../../session/use-session.ts";
import { toast } from "../../../ui/toasts/toast.tsx";

const ASK_AGAIN_MS = 300;
/** A company past its due date has no stream of events: its session asks. */
const POLL_MS = 4_000;
const BACK_TO_START_MS = 4_000;

/** True while a checkout shows the ways to pay: the payment then leads back to the start. */
let isWaiting = false;

/** Marks that a checkout waits for its payment. Returns whether it has arrived since. */
export function useWaitingPayment(waits: boolean): boolean {
  const { dueDate } = useUser().company;
  const [before, setBefore] = useState<string | null>(null);
  if (waits && before === null) setBefore(dueDate);
  useEffect(() => {
    isWaiting = waits;
    return () => {
      isWaiting = false;
    };
  }, [waits]);
  return before !== null && dueDate > before;
}

/**
 * Watches for payments: loads the session again when an invoice changes, says until when the license is renewed, and
 * leads from the checkout back to the start. Drawn once, outside the screens, because a payment may change the shell.
 */
export function RenewalWatch() {
  const canPay = useCan("viewSubscription");
  const { company } = useUser();
  const navigate = useNavigate();
  const known = useRef(company);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useListChanges(["invoices"], ASK_AGAIN_MS, () => {
    if (canPay) void askAgain();
  });
  useEffect(() => {
    if (!company.restricted) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void askAgain(), POLL_MS);
    return () => clearInterval(timer);
  }, [company.restricted]);
  useEffect(() => {
    const before = known.current;
    known.current = company;
    if (!canPay || before.id !== company.id || company.dueDate <= before.dueDate) return;
    toast.success(m.billing_renewed({ date: lastPaidDay(company) }), { durationMs: BACK_TO_START_MS });
    if (!isWaiting && !before.restricted) return;
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => void navigate({ to: "/" }), BACK_TO_START_MS);
  }, [company, canPay, navigate]);
  useEffect(() => () => clearTimeout(leaving.current), []);
  return null;
}

/** Gets a new session, which carries the due date; a failure is repeated by the next event or request. */
async function askAgain(): Promise<void> {
  try {
    await refreshSession();
  } catch (error) {
    if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
  }
}
