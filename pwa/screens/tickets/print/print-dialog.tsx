import { Printer } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { channelNames } from "../../../i18n/channel-names.ts";
import { dateAndTime } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../../i18n/phone-number.ts";
import { zoneName } from "../../../i18n/zone-name.ts";
import { useDesk, useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { failureText } from "../../../session/failure-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/fields/toggles.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { type PrintedConversation, PrintSheet, periodOf } from "./print-sheet.tsx";
import { readConversation, type WholeConversation } from "./read-conversation.ts";
import { readPictures } from "./read-pictures.ts";

type PrintDialogProps = { ticket: TicketView; onClose: () => void };

/** Loads the whole conversation and prints it, with or without the internal notes. Closing it ends the loading. */
export function PrintDialog({ ticket, onClose }: PrintDialogProps) {
  const reading = useReading(ticket.id);
  const [withNotes, setWithNotes] = useState(false);
  const [printed, setPrinted] = useState<PrintedConversation | null>(null);
  const printedOf = usePrinted(ticket);
  const { whole, pictures } = reading;
  const isReady = whole !== null && pictures !== null && whole.messages.length > 0;

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.print_title()}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            icon={<Printer aria-hidden="true" size={15} />}
            disabled={!isReady}
            onClick={() => isReady && setPrinted(printedOf(whole, pictures, withNotes))}
          >
            {m.print_action()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <State {...reading} />
        {ticket.notes.length > 0 && (
          <div>
            <Switch label={m.print_notes()} checked={withNotes} onChange={setWithNotes} />
            <p className="text-ink-3 text-xs">{m.print_notes_hint()}</p>
          </div>
        )}
        <p className="text-ink-3 text-xs">{m.print_hint()}</p>
      </div>
      {printed && (
        <>
          <PrintSheet conversation={printed} />
          <PrintNow onPrinted={() => setPrinted(null)} />
        </>
      )}
    </Dialog>
  );
}

type Reading = {
  /** The messages that were read so far. */
  count: number;
  whole: WholeConversation | null;
  pictures: ReadonlyMap<string, string> | null;
  problem: string | null;
};
const begun: Reading = { count: 0, whole: null, pictures: null, problem: null };

/** Reads the conversation and its pictures; unmounting ends it. */
function useReading(ticketId: string): Reading {
  const desk = useDesk();
  const [reading, setReading] = useState(begun);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const change = (part: Partial<Reading>) => signal.aborted || setReading((before) => ({ ...before, ...part }));
    async function read() {
      try {
        const whole = await readConversation({ desk, ticketId, signal, onRead: (count) => change({ count }) });
        change({ whole });
        change({ pictures: await readPictures({ desk, messages: whole.messages, signal }) });
      } catch (error) {
        if (!signal.aborted) change({ problem: m.print_failed({ reason: failureText(error) }) });
      }
    }
    void read();
    return () => ending.abort();
  }, [desk, ticketId]);
  return reading;
}

function State({ count, whole, pictures, problem }: Reading) {
  if (problem) return <Notice tone="danger">{problem}</Notice>;
  if (!whole || !pictures) {
    const label = whole ? m.print_pictures() : m.print_reading({ count });
    return (
      <div className="flex flex-col gap-1.5">
        <p role="status" className="text-sm tabular-nums">
          {label}
        </p>
        <Progress label={label} most={null} value={count} />
      </div>
    );
  }
  const [first] = whole.messages;
  return (
    <>
      <p role="status" className="text-sm tabular-nums">
        {m.print_ready({ count: whole.messages.length })}
      </p>
      {!whole.isWhole && (
        <Notice tone="warn">
          {first ? m.print_partial({ time: dateAndTime(first.createdAt) }) : m.print_nothing_here()}
        </Notice>
      )}
    </>
  );
}

/** Returns a function that composes what is printed. */
function usePrinted(ticket: TicketView) {
  const user = useDeskUser();
  const { users, queues, connections } = useDirectory();
  const nameOf = (id: string | null) => (id === user.id ? user.name : (users.get(id ?? "")?.name ?? null));
  return (
    { messages, isWhole }: WholeConversation,
    pictures: ReadonlyMap<string, string>,
    withNotes: boolean,
  ): PrintedConversation => {
    const name = displayName(ticket.contactName);
    const [first] = messages;
    const zone = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const connection = connections.get(ticket.connectionId ?? "")?.name;
    const notes = withNotes ? ticket.notes : [];
    const value = (label: string, text: string | null | undefined) => ({ label, value: text || m.print_none() });
    return {
      title: m.print_sheet_title({ name }),
      company: user.company.name,
      details: [
        value(m.print_contact(), name),
        ...(ticket.contactNumber && ticket.channel === "whatsapp" && !ticket.isGroup
          ? [value(m.print_number(), maskPhone(ticket.contactNumber))]
          : []),
        value(m.print_channel(), [channelNames[ticket.channel], connection].filter(Boolean).join(" · ")),
        value(m.print_ticket(), ticket.number > 0 ? `#${ticket.number} · ${ticket.id}` : ticket.id),
        value(m.print_queue(), queues.get(ticket.queueId ?? "")?.name ?? m.tickets_no_queue()),
        value(m.print_agent(), nameOf(ticket.userId)),
        value(m.print_period(), periodOf(messages)),
        value(m.print_count(), String(messages.length)),
        value(m.print_zone_label(), zone),
      ],
      messages,
      notes,
      missing: !isWhole && first ? m.print_partial_sheet({ time: dateAndTime(first.createdAt) }) : null,
      pictures,
      // A colleague reads the paper: the reader's own messages have a name, not "you".
      names: { contact: name, me: "", user: nameOf },
      foot: [
        m.print_by({ name: user.name, time: dateAndTime(serverDate().toISOString()) }),
        m.print_zone({ zone }),
        ...(notes.length > 0 ? [m.print_with_notes()] : []),
      ].join(" · "),
    };
  };
}

/** Opens the browser's print once the sheet and its pictures are there. */
function PrintNow({ onPrinted }: { onPrinted: () => void }) {
  const end = useEffectEvent(onPrinted);
  useEffect(() => {
    let isHere = true;
    const handleEnd = () => end();
    const pictures = [...document.querySelectorAll<HTMLImageElement>(".printed-conversation img")];
    // A picture that cannot be drawn is printed by its name.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isHere) return;
      window.addEventListener("afterprint", handleEnd, { once: true });
      window.print();
    });
    return () => {
      isHere = false;
      window.removeEventListener("afterprint", handleEnd);
    };
  }, []);
  return null;
}
