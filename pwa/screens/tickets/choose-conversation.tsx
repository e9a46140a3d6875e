import { useEffect, useEffectEvent } from "react";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import type { TicketView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { firstValueOf, useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import { noTicketCounts } from "../../session/ticket-counts.ts";
import { capsOf } from "../../shell/keyboard/own-keys.ts";
import { isPlainKey, isPressed, isTwinKey } from "../../shell/keyboard/pressed.ts";
import { Button } from "../../ui/button.tsx";
import { useAlternating } from "../../ui/hooks/use-alternating.ts";
import { useOneAtATime } from "../../ui/hooks/use-one-at-a-time.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { useTicketActions } from "./use-ticket-actions.ts";

/** The key that accepts presses the button, unless a row is chosen in the list. */
function useAcceptKey(acceptNext: (() => Promise<void>) | null) {
  const once = useOneAtATime();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!acceptNext || !(isPlainKey(event) || isTwinKey(event)) || !isPressed(event, "accept")) return;
    if (document.activeElement?.closest("[data-row]")) return;
    event.preventDefault();
    void once(acceptNext);
  });
  useEffect(() => {
    // After the list, which takes the key for the rows that it shows.
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

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
        withBot: false,
        order: "oldestFirst",
        limit: 1,
      }),
    );
    if (next) await accept(next.id);
  }

  useAcceptKey(waiting > 0 ? acceptNext : null);

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
          {waiting > 0 && (
            <span className="flex items-center gap-1">
              <Kbd>{capsOf("accept")}</Kbd> {m.tickets_accept().toLowerCase()}
            </span>
          )}
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
      {waiting > 0 ? m.tickets_choose_waiting({ count: waiting }) : firstSyncDone && m.tickets_choose_calm()}
    </EmptyState>
  );
}
