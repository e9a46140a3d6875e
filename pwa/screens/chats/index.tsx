import { useNavigate } from "@tanstack/react-router";
import { MessageCircle, MessagesSquare, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { ChatView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useDesk, useObservable } from "../../session/desk.tsx";
import { openLayer } from "../../shell/layers.ts";
import { OfflineStrip } from "../../shell/offline-strip.tsx";
import { usePage } from "../../shell/page.ts";
import { PageActions } from "../../shell/page-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { PaneTabs } from "../../ui/pane-tabs.tsx";
import { ChatConversation } from "./conversation/chat-conversation.tsx";
import { ChatDialog } from "./dialog/chat-dialog.tsx";
import { ChatRows } from "./list/chat-rows.tsx";

/** Shows the internal chats beside the messages of the open one; one of the two on narrow screens. */
export function ChatsScreen({ chatId }: { chatId: string | null }) {
  const desk = useDesk();
  const chats = useObservable<ChatView[] | null>(() => desk.chats$(), [desk], null);
  const [isCreating, setCreating] = useState(false);
  const { pane, show, toList } = usePanes(chatId, chats);
  usePage(m.chats_title(), { ownsTopOnPhones: chatId !== null });
  const create = useCan("createChats") ? () => setCreating(true) : null;
  const unread = chats?.filter((chat) => chat.unread > 0).length ?? 0;
  const icon = { "aria-hidden": true, size: 20 } as const;
  return (
    <div className="panes flex min-h-0 flex-1 flex-col">
      {create && (
        <PageActions>
          <IconButton
            kind="primary"
            label={m.chats_new_full()}
            icon={<Plus size={22} />}
            onClick={create}
            className="mx-1 size-10! rounded-lg"
          />
        </PageActions>
      )}
      <OfflineStrip onSeeQueue={() => openLayer("outbox")} />
      <div className="relative flex min-h-0 flex-1">
        <div
          className={classNames(
            "flex min-h-0 w-full flex-col border-line md:w-[clamp(var(--list-min),33.33%,var(--list-max))] md:shrink-0 md:border-r",
            pane === "messages" && "max-md:hidden",
          )}
        >
          <div className="flex h-15 shrink-0 items-center gap-2 border-line border-b px-4 max-sm:hidden">
            <h1 className="min-w-0 flex-1 truncate text-xl">{m.chats_title()}</h1>
            {create && (
              <Button kind="primary" icon={<Plus size={16} />} onClick={create}>
                {m.chats_new()}
              </Button>
            )}
          </div>
          <ChatRows chats={chats} selectedId={chatId} onCreate={create} />
        </div>
        <div className={classNames("flex min-h-0 min-w-0 flex-1", pane === "list" && "max-md:hidden")}>
          {chatId ? (
            <ChatConversation key={chatId} chatId={chatId} onBack={toList} />
          ) : (
            <EmptyState art="talk" title={m.chats_choose_title()}>
              {m.chats_choose_text()}
            </EmptyState>
          )}
        </div>
      </div>
      <PaneTabs
        label={m.chats_panes()}
        value={pane}
        onChange={show}
        tabs={[
          { pane: "list", label: m.chats_tab_list(), icon: <MessagesSquare {...icon} />, count: unread },
          { pane: "messages", label: m.chats_tab_messages(), icon: <MessageCircle {...icon} />, count: 0 },
        ]}
      />
      {isCreating && <ChatDialog chat={null} onClose={() => setCreating(false)} />}
    </div>
  );
}

type Pane = "list" | "messages";

/** On narrow screens "Mensagens" opens the last chat again, else the newest; without a chat it asks to choose one. */
function usePanes(chatId: string | null, chats: ChatView[] | null) {
  const navigate = useNavigate();
  const [last, setLast] = useState(chatId);
  const [asked, setAsked] = useState<Pane>("list");
  useEffect(() => {
    if (chatId) setLast(chatId);
    setAsked("list");
  }, [chatId]);
  const toList = () => void navigate({ to: "/chats" });
  function show(pane: Pane) {
    const next = chats?.find(({ id }) => id === last) ?? chats?.[0];
    if (pane === "messages" && next) return void navigate({ to: "/chats/$chatId", params: { chatId: next.id } });
    setAsked(pane);
    if (pane === "list" && chatId) toList();
  }
  return { pane: chatId ? ("messages" as const) : asked, show, toList };
}
