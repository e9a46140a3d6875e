import { Copy, Info, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { MovedTicket } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { moveBegunForms } from "../begun-forms.ts";

const nothing: MovedTicket[] = [];

type ArrivalNoticeProps = {
  ticketId: string;
  /** Puts a text into the composer; null while it cannot take one. */
  onTake: ((text: string) => void) | null;
  mayWrite: boolean;
};

/**
 * Says that this conversation was there already when the user began another one, and gives the texts written there to
 * the composer. Where the user may not write, it shows them and can copy them.
 */
export function ArrivalNotice({ ticketId, onTake, mayWrite }: ArrivalNoticeProps) {
  const desk = useDesk();
  const arrivals = useObservable(() => desk.arrivals$(ticketId), [desk, ticketId], nothing);
  const [taken, setTaken] = useState<"field" | "sent" | null>(null);
  const text = arrivals.flatMap(({ messages, draft }) => [...messages, draft].filter(Boolean)).join("\n\n");
  const hasArrived = arrivals.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when another ticket arrives.
  useEffect(() => void moveBegunForms(desk, ticketId), [desk, ticketId, hasArrived]);
  const mayTake = hasArrived && onTake !== null;
  const take = useEffectEvent(() => {
    if (text) onTake?.(text);
    setTaken(text ? "field" : "sent");
    void desk.seeArrivals(ticketId);
  });
  useEffect(() => {
    if (mayTake) take();
  }, [mayTake]);

  const close = () => {
    setTaken(null);
    void desk.seeArrivals(ticketId);
  };
  if (!taken && (!hasArrived || mayWrite)) return null;
  const name = arrivals.at(-1)?.other?.userName ?? m.tickets_nobody_yet();
  const words = {
    field: m.tickets_arrived_field,
    sent: m.tickets_arrived_sent,
    kept: () => (text ? m.tickets_arrived_kept({ name }) : m.tickets_arrived_sent()),
  };
  return (
    <div role="status" className="flex shrink-0 items-start gap-2.5 bg-info-soft px-4 py-2 text-on-info-soft text-sm">
      <Info aria-hidden="true" size={16} className="mt-1 shrink-0" />
      <div className="min-w-0 flex-1 py-0.5">
        {words[taken ?? "kept"]()}
        {!taken && text && <KeptText text={text} />}
      </div>
      {(taken || !text) && <IconButton label={m.ui_close()} icon={<X size={16} />} onClick={close} />}
    </div>
  );
}

/** Shows texts that were not sent, and copies them. */
export function KeptText({ text }: { text: string }) {
  return (
    <div className="mt-1.5 flex flex-wrap items-end gap-2">
      <p
        dir="auto"
        className="line-ring max-h-32 min-w-0 grow overflow-y-auto whitespace-pre-wrap rounded-lg bg-surface px-3 py-2 text-ink [overflow-wrap:anywhere]"
      >
        {text}
      </p>
      <Button size="small" icon={<Copy size={15} />} onClick={() => void navigator.clipboard.writeText(text)}>
        {m.tickets_copy_texts()}
      </Button>
    </div>
  );
}
