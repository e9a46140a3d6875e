import { Link, useNavigate } from "@tanstack/react-router";
import { ExternalLink, Layers, Users, X } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useSyncStatus } from "../../session/desk.tsx";
import { DirectoryProvider, useDirectory } from "../../session/directory.tsx";
import { usePage } from "../../shell/page.ts";
import { ChoiceFilter } from "../../ui/fields/choice-filter.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { useMedia } from "../../ui/hooks/use-media.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { ConversationPart } from "../tickets/parts/conversation-part.ts";
import { TicketPlaceProvider } from "../tickets/parts/ticket-place.ts";
import { Board } from "./board.tsx";
import type { BoardFilter } from "./board-of.ts";
import { useBoard } from "./use-board.ts";
import { useMove } from "./use-move.ts";

/** The kanban board: the device's open and pending tickets by their kanban tag. Works without network. */
export function KanbanScreen() {
  return (
    <DirectoryProvider>
      <Kanban />
    </DirectoryProvider>
  );
}

function Kanban() {
  const { lanes, isComplete, isKnown, count, all, isOwnQueues, filter, setFilter } = useBoard();
  const move = useMove();
  const navigate = useNavigate();
  const asPanel = useMedia("(width >= 75rem)");
  const [openId, setOpenId] = useState<string | null>(null);
  const { firstSyncDone, linkUp } = useSyncStatus();
  const counted = isOwnQueues ? m.kanban_count_own : m.kanban_count;
  const countText = lanes && isComplete ? counted({ count, shown: numberFormat(count) }) : null;
  usePage(m.kanban_title(), { count: countText, needsWidth: true });
  const open = useCallback(
    (ticketUuid: string) =>
      asPanel ? setOpenId(ticketUuid) : void navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid } }),
    [asPanel, navigate],
  );
  const panel = useMemo(() => ({ open: setOpenId, leave: () => setOpenId(null) }), []);
  const isReady = lanes !== null && (firstSyncDone || isKnown);
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col px-6 pt-5 pb-3 max-sm:px-4 max-sm:pt-3">
        <PageHead title={m.kanban_title()} count={countText}>
          <Filters filter={filter} onChange={setFilter} />
        </PageHead>
        {!linkUp && (
          <Notice tone="warn" className="mb-3">
            {m.kanban_offline()}
          </Notice>
        )}
        {isReady ? (
          <>
            {lanes.length === 1 && <NoLanes />}
            <Board lanes={lanes} isComplete={isComplete} isFiltered={count < all} onMove={move} onOpen={open} />
          </>
        ) : (
          <EmptyState title={m.kanban_first_sync_title()}>
            {linkUp ? m.kanban_first_sync() : m.kanban_first_sync_offline()}
          </EmptyState>
        )}
      </div>
      {openId && asPanel && (
        <TicketPlaceProvider value={panel}>
          <TicketPanel ticketId={openId} onClose={panel.leave} />
        </TicketPlaceProvider>
      )}
    </div>
  );
}

function NoLanes() {
  const mayManage = useCan("manageTags");
  return (
    <Notice tone="info" className="mb-3">
      {m.kanban_no_lanes()}{" "}
      {mayManage ? (
        <Link to="/tags" className="font-medium underline">
          {m.kanban_no_lanes_link()}
        </Link>
      ) : (
        m.kanban_no_lanes_ask()
      )}
    </Notice>
  );
}

const NO_QUEUE = "none";

function Filters({ filter, onChange }: { filter: BoardFilter; onChange: (filter: BoardFilter) => void }) {
  const { queues, users } = useDirectory();
  const queueChoices = [...queues.values()].map(({ id, name }) => ({ id, name }));
  return (
    <>
      <SearchField
        label={m.kanban_search()}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
        className="w-56 max-sm:w-full"
      />
      <ChoiceFilter
        label={m.kanban_queues()}
        allText={m.kanban_queues_all()}
        icon={<Layers size={15} />}
        choices={[...queueChoices, { id: NO_QUEUE, name: m.tickets_no_queue() }]}
        value={filter.queueIds.map((id) => id ?? NO_QUEUE)}
        onChange={(ids) => onChange({ ...filter, queueIds: ids.map((id) => (id === NO_QUEUE ? null : id)) })}
      />
      <ChoiceFilter
        label={m.kanban_agents()}
        allText={m.kanban_agents_all()}
        icon={<Users size={15} />}
        choices={[...users.values()].map(({ id, name }) => ({ id, name }))}
        value={filter.userIds}
        onChange={(userIds) => onChange({ ...filter, userIds })}
      />
    </>
  );
}

/** Shows the conversation beside the board. */
function TicketPanel({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const openWhole = () => navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ticketId } });
  return (
    <aside aria-label={m.kanban_panel()} className="tickets flex w-116 shrink-0 flex-col border-line border-l">
      <div className="flex h-10 shrink-0 items-center justify-end gap-1 border-line border-b px-2">
        <IconButton label={m.kanban_panel_whole()} icon={<ExternalLink size={16} />} onClick={() => void openWhole()} />
        <IconButton label={m.kanban_panel_close()} icon={<X size={18} />} onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-1">
        <Suspense fallback={<div className="flex-1 bg-chat" />}>
          <ConversationPart
            key={ticketId}
            ticketId={ticketId}
            onBack={onClose}
            onContact={() => void openWhole()}
            onNote={() => void openWhole()}
          />
        </Suspense>
      </div>
    </aside>
  );
}
