import { CircleAlert } from "lucide-react";
import * as v from "valibot";
import { errorMessage } from "../../i18n/error-message.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { outageLength } from "./outage-times.ts";

const OutagesWire = v.object({
  outages: v.array(
    v.object({
      id: v.string(),
      reason: v.nullable(v.string()),
      since: v.string(),
      until: v.nullable(v.string()),
      messagesAfter: v.number(),
    }),
  ),
});
type Outage = v.InferOutput<typeof OutagesWire>["outages"][number];
const fromWire = (answer: unknown) => v.parse(OutagesWire, answer).outages;

/** Lists the connection's outages and how many messages were received after each: none was lost. */
export function Outages({ connectionId }: { connectionId: string }) {
  // An outage may begin or end while the list is shown.
  const { state, data } = useServerData(`/whatsapp/${connectionId}/outages`, fromWire, {
    changesWith: ["connections"],
  });
  if (data === null && state === "loading") return <Skeleton className="h-40 w-full" />;
  if (data === null) return <Notice tone="danger">{m.lists_unreachable()}</Notice>;
  if (data.length === 0) return <p className="text-ink-2">{m.connections_outages_none()}</p>;
  return (
    <ul className="line-ring rounded-lg">
      {data.map((outage) => (
        <OutageItem key={outage.id} outage={outage} />
      ))}
    </ul>
  );
}

function OutageItem({ outage: { reason, since, until, messagesAfter } }: { outage: Outage }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line px-3 py-2 not-last:border-b">
      <span className="min-w-48 flex-1">
        <span className="block font-medium tabular-nums">
          {moment(since)} – {until ? moment(until) : m.connections_outage_on()}
        </span>
        <span className="block text-ink-3 text-xs">
          {[outageLength(since, until), reason && errorMessage(reason)].filter(Boolean).join(" · ")}
        </span>
      </span>
      {until === null ? (
        <StatusChip tone="danger" icon={<CircleAlert aria-hidden="true" size={13} />}>
          {m.connections_outage_on()}
        </StatusChip>
      ) : (
        <span className="text-ink-2 text-xs tabular-nums">
          {m.connections_outage_recovered({ count: messagesAfter })}
        </span>
      )}
    </li>
  );
}
