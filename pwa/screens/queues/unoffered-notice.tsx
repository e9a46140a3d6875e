import { TriangleAlert } from "lucide-react";
import type { ConnectionRef, QueueRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OfferQueue } from "./offer-queue.tsx";
import { unofferedQueues } from "./unoffered.ts";

/** Names each queue that no connection offers, with the button that changes it. */
export function UnofferedNotice() {
  const desk = useDesk();
  const queues = useObservable<QueueRef[]>(() => desk.refs$("queue"), [desk], noQueues);
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const unoffered = connections ? unofferedQueues(queues, connections) : [];
  if (!connections || unoffered.length === 0) return null;
  return (
    <Notice tone="warn" icon={<TriangleAlert aria-hidden="true" size={16} />}>
      <ul className="flex flex-col gap-2">
        {unoffered.map((queue) => (
          <li key={queue.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 flex-1 basis-60">{m.queues_unoffered({ queue: queue.name })}</span>
            <OfferQueue queue={queue} connections={connections} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const noQueues: QueueRef[] = [];
