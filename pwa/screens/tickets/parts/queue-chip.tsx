import { m } from "../../../i18n/paraglide/messages.js";
import { useDirectory } from "../../../session/directory.tsx";
import { SquareChip } from "../../../ui/fields/chips.tsx";

/** Shows the queue of a ticket, or the label "no queue" that the specification defines. */
export function QueueChip({ queueId, className }: { queueId: string | null; className?: string }) {
  const queue = useDirectory().queues.get(queueId ?? "");
  if (queueId === null) return <SquareChip name={m.tickets_no_queue()} color={null} className={className} />;
  return queue ? <SquareChip name={queue.name} color={queue.color} className={className} /> : null;
}
