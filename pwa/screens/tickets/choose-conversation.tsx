import type { TicketView } from "../../../sync/client/index.ts";
import type { ConnectionRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { firstValueOf, useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import { noTicketCounts } from "../../session/ticket-counts.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useAlternating } from "../../ui/use-alternating.ts";
import { useTicketActions } from "./use-ticket-actions.ts";

const banner = ["talk", "plant"] as const;
const BANNER_MS = 5_000;

/** Shown when no conversation is open. One button accepts the ticket that has waited longest. */
export function ChooseConversation() {
  const desk = useDesk();
  const { accept } = useTicketActions();
  const art = useAlternating(banner, BANNER_MS);
  const { pending: waiting } = useObservable(() => desk.counts$(), [desk], noTicketCounts);
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const { firstSyncDone } = useSyncStatus();
  const isUnconnected = connections?.every(({ firstConnectedAt }) => firstConnectedAt === null) && firstSyncDone;

  async function acceptNext() {
    const [next] = await firstValueOf<TicketView[]>(
      desk.tickets$({
        status: "pending",
        isGroup: false,
        showAll: true,
        inRobot: false,
        order: "oldestFirst",
        limit: 1,
      }),
    );
    if (next) await accept(next.id);
  }

  if (isUnconnected && waiting === 0)
    return (
      <EmptyState art="plant" title={m.tickets_unconnected_title()}>
        {m.tickets_unconnected_text()}
      </EmptyState>
    );
  return (
    <EmptyState
      art={art}
      title={m.tickets_choose_title()}
      actions={
        waiting > 0 && (
          <Button kind="primary" onClick={() => void acceptNext()}>
            {m.tickets_accept_next()}
          </Button>
        )
      }
      footnote={
        <span className="flex items-center gap-4 touch:hidden">
          <span className="flex items-center gap-1">
            <Kbd>J</Kbd>
            <Kbd>K</Kbd> {m.tickets_key_move()}
          </span>
          <span className="flex items-center gap-1">
            <Kbd>Enter</Kbd> {m.tickets_key_open()}
          </span>
          <span className="flex items-center gap-1">
            <Kbd>/</Kbd> {m.tickets_key_search()}
          </span>
        </span>
      }
    >
      {waiting > 0 ? m.tickets_choose_waiting({ count: waiting }) : m.tickets_choose_calm()}
    </EmptyState>
  );
}
