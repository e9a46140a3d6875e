import { useNavigate } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import * as v from "valibot";
import { type LimitedKind, limitedKinds } from "../../../contracts/account/companies.ts";
import { PlanUsageWire } from "../../../contracts/wire/companies.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useDeskUser } from "../../session/desk.tsx";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

const Limits = v.object({ usage: PlanUsageWire });
const readUsage = (answer: unknown) => v.parse(Limits, answer).usage;

const words = {
  users: m.platform_room_users,
  connections: m.platform_room_connections,
  queues: m.platform_room_queues,
};
const refusals = {
  users: "ERR_PLAN_LIMIT_USERS",
  connections: "ERR_PLAN_LIMIT_CONNECTIONS",
  queues: "ERR_PLAN_LIMIT_QUEUES",
} as const;

/** How much of its plan a company uses, of one kind. */
export type PlanRoom = { kind: LimitedKind; used: number; limit: number };

/** Returns the use of the plan; null: unlimited, or not known: then only the server refuses. */
export function usePlanRoom(kind: LimitedKind): PlanRoom | null {
  const { companyId } = useDeskUser();
  const usage = useServerData(`/companies/listPlan/${companyId}`, readUsage, { changesWith: limitedKinds });
  const { used, limit } = usage.data?.[kind] ?? { used: 0, limit: null };
  return limit === null ? null : { kind, used, limit };
}

export const isFull = (room: PlanRoom | null): boolean => room !== null && room.used >= room.limit;

/** Says how much of the plan is used; without room, why nothing can be added, with the way to a larger plan. */
export function PlanRoomNotice({ room }: { room: PlanRoom | null }) {
  const navigate = useNavigate();
  const canSubscribe = useCan("viewSubscription");
  if (!room) return null;
  const { kind, used, limit } = room;
  const share = words[kind]({ used: numberFormat(used), limit: numberFormat(limit) });
  if (used < limit) return <p className="text-ink-3 text-sm tabular-nums">{share}</p>;
  return (
    <Notice
      tone="warn"
      icon={<CircleAlert aria-hidden="true" size={16} />}
      actions={
        canSubscribe && (
          <Button size="small" onClick={() => void navigate({ to: "/subscription" })}>
            {m.platform_room_more()}
          </Button>
        )
      }
    >
      <b className="font-semibold">{share}.</b>{" "}
      {used > limit ? m.platform_room_exceeds() : errorMessage(refusals[kind], { limit: numberFormat(limit) })}
    </Notice>
  );
}
