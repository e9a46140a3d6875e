import { Link } from "@tanstack/react-router";
import { CircleAlert, Clock } from "lucide-react";
import { useState } from "react";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ConfirmDialog, Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import { moment } from "../when.ts";
import { commandWords } from "./command-words.ts";
import { NotDelivered } from "./not-delivered.tsx";

const nothing: OutboxEntry[] = [];

/** What did not go out, in words: what is only on this device, then what the channel did not take, from any device. */
export function OutboxPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.tickets_outbox_title()}>
      {open && (
        <>
          <Entries onLeave={onClose} />
          <NotDelivered onLeave={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Entries({ onLeave }: { onLeave: () => void }) {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  const stopped = entries.filter((entry) => entry.state === "refused" || entry.state === "held");
  const waiting = entries.filter((entry) => entry.state === "waiting" || entry.state === "sending");
  if (entries.length === 0) return <p className="pt-1 pb-4 text-ink-2">{m.tickets_outbox_empty()}</p>;
  return (
    <>
      {stopped.length > 0 && (
        <Section
          title={m.tickets_outbox_refused_count({ count: stopped.length })}
          entries={stopped}
          onLeave={onLeave}
        />
      )}
      {waiting.length > 0 && (
        <Section
          title={m.tickets_outbox_waiting_count({ count: waiting.length })}
          entries={waiting}
          onLeave={onLeave}
        />
      )}
    </>
  );
}

type SectionProps = { title: string; entries: OutboxEntry[]; onLeave: () => void };

function Section({ title, entries, onLeave }: SectionProps) {
  return (
    <section className="mb-4">
      <h3 className="mb-2 text-ink-2 text-xs">{title}</h3>
      <ul className="flex flex-col gap-2">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry, onLeave }: { entry: OutboxEntry; onLeave: () => void }) {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const [asking, setAsking] = useState(false);
  const words = commandWords(entry);
  const stopped = entry.state === "refused" || entry.state === "held";
  /** It may have left while the question stood. */
  async function discard() {
    if (!(await desk.discard(entry.id))) toast.error(m.tickets_outbox_discard_late());
  }
  return (
    <li
      className={classNames(
        "rounded-lg px-3 py-2.5",
        stopped ? "danger-ring bg-bubble-failed" : "is-queued border-[1.5px] border-queued-line border-dashed",
      )}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{words}</p>
      <p className={classNames("mt-0.5 flex items-center gap-1.5 text-xs", stopped ? "text-danger-ink" : "text-ink-2")}>
        {stopped ? <CircleAlert aria-hidden="true" size={13} /> : <Clock aria-hidden="true" size={13} />}
        <span className="min-w-0">
          {stateWords(entry, linkUp)} · <time dateTime={entry.createdAt}>{moment(entry.createdAt)}</time>
        </span>
      </p>
      <div className="mt-2 flex gap-2">
        {stopped && (
          <Button size="small" onClick={() => void desk.retry(entry.id)}>
            {entry.state === "held" ? m.tickets_send() : m.tickets_retry()}
          </Button>
        )}
        {!entry.mayHaveArrived && (
          <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
            {m.tickets_discard()}
          </Button>
        )}
        {/* On its screen what was written can be seen whole, and written anew. */}
        {stopped && entry.type.startsWith("schedule.") && (
          <Link
            to="/schedules"
            onClick={onLeave}
            className="ml-auto self-center font-medium text-primary-ink text-sm underline-offset-2 hover:underline"
          >
            {m.ui_edit()}
          </Link>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void discard()}
        title={m.tickets_outbox_discard_title()}
        confirmLabel={m.tickets_discard()}
      >
        {m.tickets_outbox_discard_text({ what: words })}
      </ConfirmDialog>
    </li>
  );
}

function stateWords(entry: OutboxEntry, linkUp: boolean): string {
  if (entry.state === "refused") return errorMessage(entry.error?.code);
  if (entry.state === "held") return m.tickets_outbox_held();
  return entry.state === "sending" && linkUp ? m.tickets_outbox_sending() : m.tickets_outbox_waiting();
}
