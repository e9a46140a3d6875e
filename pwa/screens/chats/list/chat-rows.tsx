import { useCallback } from "react";
import type { ChatView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/lists/empty-state.tsx";
import { Skeleton, useIsSlow } from "../../../ui/lists/skeleton.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { ChatRow } from "./chat-row.tsx";

const ROW_PX = 65;
const noDrafts: ReadonlyMap<string, string> = new Map();
const keyOf = ({ id }: ChatView) => id;

type ChatRowsProps = {
  /** Null until they are read. */
  chats: ChatView[] | null;
  selectedId: string | null;
  /** Null for users who may not create chats. */
  onCreate: (() => void) | null;
};

/** Lists all chats of the user: they are on this device, so only drawing them waits for the scrolling. */
export function ChatRows({ chats, selectedId, onCreate }: ChatRowsProps) {
  const { firstSyncDone, linkUp } = useSyncStatus();
  const desk = useDesk();
  const drafts = useObservable(() => desk.chatDrafts$(), [desk], noDrafts);
  const renderRow = useCallback(
    (chat: ChatView) => (
      <ChatRow
        chat={chat}
        draft={chat.id === selectedId ? undefined : drafts.get(chat.id)}
        selected={chat.id === selectedId}
      />
    ),
    [selectedId, drafts],
  );
  if (chats === null || (chats.length === 0 && !firstSyncDone && linkUp)) return <SkeletonRows />;
  if (chats.length === 0 && !firstSyncDone)
    return <EmptyState title={m.chats_empty_title()}>{m.chats_loading_offline()}</EmptyState>;
  if (chats.length === 0)
    return (
      <EmptyState
        title={m.chats_empty_title()}
        actions={onCreate && <Button onClick={onCreate}>{m.chats_new_full()}</Button>}
      >
        {onCreate ? m.chats_empty_text() : m.chats_empty_member()}
      </EmptyState>
    );
  return (
    <VirtualList
      label={m.chats_list_label()}
      items={chats}
      itemKey={keyOf}
      estimateSize={ROW_PX}
      renderItem={renderRow}
    />
  );
}

const skeletonKeys = ["a", "b", "c", "d", "e", "f"];

function SkeletonRows() {
  const slow = useIsSlow();
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">{m.chats_loading()}</span>
      {slow &&
        skeletonKeys.map((key) => (
          <div key={key} className="flex h-16.25 items-center gap-3 border-line border-b px-4">
            <Skeleton className="size-8 shrink-0 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3 w-2/5" />
              <Skeleton className="h-2.5 w-4/5" />
            </div>
          </div>
        ))}
    </div>
  );
}
