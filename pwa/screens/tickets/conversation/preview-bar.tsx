import { Check, Clock, Eye } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { firstValueOf, useDesk } from "../../../session/desk.tsx";
import { isPlainKey, isPressed } from "../../../shell/keyboard/pressed.ts";
import { Button } from "../../../ui/button.tsx";
import { useMinute } from "../../../ui/hooks/use-minute.ts";
import { useOneAtATime } from "../../../ui/hooks/use-one-at-a-time.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { type Urgency, urgencyOf, waitedText } from "../list/waited-text.ts";
import { useTicketActions } from "../use-ticket-actions.ts";

/**
 * Stands in place of the composer while a pending ticket is only read: nothing is marked as read, and the bot goes on. The
 * grey line says that one cannot write; accepting brings the composer.
 */
export function PreviewBar({ ticket }: { ticket: TicketView }) {
  const { accept, open } = useTicketActions();
  const desk = useDesk();
  const once = useOneAtATime();
  const handleAccept = () => void once(() => accept(ticket.id));
  const name = displayName(ticket.contactName);

  async function openNext() {
    const { isGroup, chatbot: withBot } = ticket;
    const waiting = await firstValueOf<TicketView[]>(
      desk.tickets$({ status: "pending", isGroup, withBot, showAll: true, order: "oldestFirst" }),
    );
    const next = waiting[waiting.findIndex(({ id }) => id === ticket.id) + 1] ?? waiting[0];
    if (next && next.id !== ticket.id) await open(next.id);
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    // A focused row of the list accepts itself.
    if (event.defaultPrevented || !isPlainKey(event) || document.activeElement?.closest("[data-row]")) return;
    if (!isPressed(event, "accept")) return;
    event.preventDefault();
    handleAccept();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    // Before the list, whose key would accept the first row instead of the one that is read.
    document.addEventListener("keydown", listener, { capture: true });
    return () => document.removeEventListener("keydown", listener, { capture: true });
  }, []);

  return (
    <section
      aria-label={m.tickets_preview_reading()}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line-strong border-t-[2.5px] bg-surface px-4 py-3 max-sm:pt-2"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-center gap-2.5 text-ink-2 text-sm">
        <Eye aria-hidden="true" size={16} className="shrink-0" />
        <span className="min-w-0">
          <b className="font-semibold text-ink">{m.tickets_preview_reading()}</b>{" "}
          {ticket.chatbot ? m.tickets_preview_robot({ name }) : m.tickets_preview_keeps({ name })}
        </span>
      </p>
      <div className="flex items-center gap-2 max-sm:w-full">
        <Button onClick={() => void openNext()}>{m.tickets_preview_next()}</Button>
        <Button
          kind="primary"
          icon={<Check size={16} />}
          onClick={handleAccept}
          aria-keyshortcuts="a"
          className="max-sm:flex-1"
        >
          {m.tickets_preview_accept()}
          <span className="touch:hidden">
            <Kbd>A</Kbd>
          </span>
        </Button>
      </div>
    </section>
  );
}

const inks: Record<Urgency, string> = { calm: "text-ink-2", attention: "text-warn-ink", overdue: "text-danger-ink" };

/** Says above the messages of a pending ticket how long the contact has been waiting. */
export function WaitingStrip({ ticket: { status, waitingSince: since } }: { ticket: TicketView }) {
  useMinute();
  const now = serverDate();
  if (status !== "pending" || since === null) return null;
  return (
    <p
      className={`flex shrink-0 items-center gap-2 border-line border-b bg-surface px-4 py-1.5 text-sm ${inks[urgencyOf(since, now)]}`}
    >
      <Clock aria-hidden="true" size={14} className="shrink-0" />
      {m.tickets_preview_waits({ time: waitedText(since, now) })}
    </p>
  );
}
