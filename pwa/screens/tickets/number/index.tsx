import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { phoneProblemText } from "../../../i18n/phone-text.ts";
import { ApiError } from "../../../session/api-error.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useDesk, useDeskUser } from "../../../session/desk.tsx";
import { usePage } from "../../../shell/page.ts";
import { EmptyState } from "../../../ui/lists/empty-state.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { NotANumber, openNumber } from "./open-number.ts";

/** Opens the conversation with a number and shows a status meanwhile. `name`: name of a new contact, if known. */
export function NumberScreen({ number, name }: { number: string; name?: string }) {
  const desk = useDesk();
  const user = useDeskUser();
  const navigate = useNavigate();
  const begun = useRef("");
  usePage(m.tickets_title());
  const open = useEffectEvent(async () => {
    try {
      const ticketUuid = await openNumber({ desk, user, apiFetch }, number, name);
      await navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid }, replace: true });
    } catch (error) {
      toast.error(wordsOf(error));
      await navigate({ to: "/tickets", replace: true });
    }
  });
  useEffect(() => {
    // Runs once for each number: a second run would create a second conversation.
    if (begun.current === number) return;
    begun.current = number;
    void open();
  }, [number]);
  return (
    <div role="status" className="flex flex-1">
      <EmptyState art="talk" title={m.number_opening({ number: maskPhone(number) })} />
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof NotANumber) return phoneProblemText(error.problem);
  return errorMessage(error instanceof ApiError ? error.code : undefined);
}
