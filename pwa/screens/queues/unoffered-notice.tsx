import { TriangleAlert } from "lucide-react";
import type { ConnectionRef, QueueRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { Notice } from "../../ui/notice.tsx";
import { listOf, OfferQueues } from "./parts/offer-queue.tsx";
import { unofferedQueues } from "./parts/unoffered.ts";

/** Says in one sentence which queues no connection offers, with a button that offers all of them. */
export function UnofferedNotice() {
  const desk = useDesk();
  const isPhone = usePhone();
  const queues = useObservable<QueueRef[]>(() => desk.refs$("queue"), [desk], noQueues);
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const unoffered = connections ? unofferedQueues(queues, connections) : [];
  if (!connections || unoffered.length === 0) return null;
  return (
    <Notice
      tone="warn"
      icon={<TriangleAlert aria-hidden="true" size={16} />}
      actions={<OfferQueues offered={unoffered} connections={connections} />}
    >
      {wordsFor(unoffered, isPhone)}
    </Notice>
  );
}

/** On phones the sentence is short, because each row already says it. */
function wordsFor(unoffered: QueueRef[], isPhone: boolean): string {
  const [queue] = unoffered;
  if (queue && unoffered.length === 1) return m.queues_unoffered({ queue: queue.name });
  const count = unoffered.length;
  return isPhone ? m.queues_unoffered_count({ count }) : m.queues_unoffered_many({ count, queues: listOf(unoffered) });
}

const noQueues: QueueRef[] = [];
