import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { MessageView, ThreadView, TicketView } from "../../../../sync/client/index.ts";
import { isCovered, takeOver } from "../../../first-paint/cover.ts";
import { channelNames } from "../../../i18n/channel-names.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { MediaViewer } from "../../../messages/media/media-viewer.tsx";
import { seenMedia } from "../../../messages/media/seen-media.ts";
import { DropZone } from "../../../messages/thread/drop-zone.tsx";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useAfterPaint } from "../../../ui/use-after-paint.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { useOpenedAhead } from "../ahead/use-read-ahead.ts";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { ComposerSpace } from "../composer/composer-space.tsx";
import type { TimelineEvent } from "../contact/timeline-text.ts";
import { useTimeline } from "../contact/use-timeline.ts";
import { PresenceLine } from "../presence/index.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ConversationProvider } from "./conversation-context.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { useConversationKeys } from "./conversation-keys.ts";
import { firstResponseMs } from "./first-response.ts";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { RefusedTicketActions } from "./refused-actions.tsx";
import { replyWindow } from "./reply-window.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { type FoundTicket, useTicket } from "./use-ticket.ts";
import { WriteNotice } from "./write-notice.tsx";
import { writePermission } from "./write-permission.ts";

const TransferDialog = lazyPart(async () => (await import("../transfer-dialog.tsx")).TransferDialog);

const ConversationSearch = lazyPart(async () => (await import("./conversation-search.tsx")).ConversationSearch);

const noEvents: TimelineEvent[] = [];
const emptyThread: ThreadView = { messages: [], hasOlder: false, endsHere: false };

type ConversationProps = { ticketId: string; onBack: () => void; onContact: () => void; onNote: () => void };

/** Shows one conversation; a blank area while it loads and a notice when it is missing. */
export function Conversation({ ticketId, ...ways }: ConversationProps) {
  const found = useTicket(ticketId);
  useLeaveWhenGone(ticketId, found);
  if (found.state === "loading") return <div className="flex-1 bg-chat" />;
  if (found.state === "missing") return <Gone />;
  return <OpenConversation ticket={found.ticket} {...ways} />;
}

/** Leaves with a notice when the ticket is deleted, moves out of the user's scope or was never visible to them. */
function useLeaveWhenGone(ticketId: string, found: FoundTicket) {
  const { leave } = useTicketActions();
  const seen = useRef<string | null>(null);
  const { state } = found;
  const refused = found.state === "missing" && found.refused;
  useEffect(() => {
    if (state === "found") seen.current = ticketId;
    const wasHere = seen.current === ticketId;
    if (state !== "missing" || !(wasHere || refused)) return;
    seen.current = null;
    toast.error(wasHere ? m.tickets_was_deleted() : m.ui_no_permission());
    void leave();
  }, [state, refused, ticketId, leave]);
}

type OpenProps = Omit<ConversationProps, "ticketId"> & { ticket: TicketView };

function OpenConversation({ ticket, onBack, onContact, onNote }: OpenProps) {
  const desk = useDesk();
  const user = useDeskUser();
  const { users } = useDirectory();
  const ahead = useOpenedAhead(ticket.id);
  const thread = useObservable<ThreadView | null>(
    () => desk.thread$(ticket.id),
    [desk, ticket.id],
    ahead.thread ?? null,
  );
  // The composer costs as much as the messages, so it is mounted after them.
  const isPainted = useAfterPaint();
  // Without a network the conversation is shown without events.
  const events = useTimeline(ticket, isPainted).data ?? noEvents;
  const [replyTo, setReplyTo] = useState<MessageView | null>(null);
  const [transferring, setTransferring] = useState(false);
  const [searching, setSearching] = useState(false);
  const [viewing, setViewing] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const permission = writePermission(ticket);
  useMinute();
  const { isShut } = replyWindow(ticket, new Date());
  const mayWrite = permission.may && !isShut;

  useMarkRead(ticket, permission.may && ticket.status === "open");
  const [isComposerReady, setComposerReady] = useState(false);
  const isShown = thread !== null && (isComposerReady || !mayWrite);
  useTakeOver(isShown);
  const ways = {
    onSearch: () => setSearching(true),
    onSchedule: () => composer.current?.schedule(),
  };
  useConversationKeys({ ticket, mayWrite, onContact, onNote, onTransfer: () => setTransferring(true), ...ways });
  useEffect(() => {
    // A message or a menu may have the focus by now.
    if (!mayWrite || !isPainted || section.current?.contains(document.activeElement)) return;
    // On touch devices focusing the field opens the keyboard, which would cover the messages. The field of the kept
    // conversation gives the focus away when it goes.
    if (matchMedia("(pointer: fine)").matches && !isCovered()) composer.current?.focus();
  }, [mayWrite, isPainted]);

  const context = useMemo(
    () => ({
      ticket,
      mayWrite,
      channel: channelNames[ticket.channel],
      names: {
        contact: ticket.contactName,
        me: user.id,
        user: (id: string | null) => users.get(id ?? "")?.name ?? null,
      },
      reply(message: MessageView) {
        setReplyTo(message);
        composer.current?.focus();
      },
      edit: (message: MessageView) => composer.current?.edit(message),
      jump: (messageId: string) => void list.current?.jump(messageId),
      view: setViewing,
    }),
    [ticket, mayWrite, user.id, users],
  );

  return (
    <ConversationProvider value={context}>
      <section
        ref={section}
        aria-label={m.tickets_conversation_with({ name: ticket.contactName })}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-chat"
      >
        <ConversationHeader
          ticket={ticket}
          firstResponseMs={thread ? firstResponseMs(thread.messages, thread.hasOlder) : null}
          onBack={onBack}
          onSearch={ways.onSearch}
          onSchedule={mayWrite ? ways.onSchedule : null}
          onTransfer={() => setTransferring(true)}
          onContact={onContact}
        />
        {searching && thread && (
          <Suspense fallback={null}>
            <ConversationSearch
              ticketId={ticket.id}
              thread={thread}
              onShow={(messageId) => list.current?.mark(messageId)}
              onClose={() => {
                setSearching(false);
                composer.current?.focus();
              }}
            />
          </Suspense>
        )}
        <DropZone enabled={mayWrite && isPainted} onFiles={(files) => composer.current?.addFiles(files)}>
          {thread ? (
            <MessageList ref={list} thread={thread} events={events} onLeave={() => composer.current?.focus()} />
          ) : (
            <div className="flex-1 bg-chat" />
          )}
          <PresenceLine ticketId={ticket.id} className="border-line border-t bg-surface px-4 py-1.5" />
          <RefusedTicketActions
            ticketId={ticket.id}
            onUseText={mayWrite && isPainted ? (text) => composer.current?.take(text) : null}
          />
          {mayWrite && !isPainted && <ComposerSpace />}
          {mayWrite && isPainted && (
            <Composer
              ref={composer}
              onReady={() => setComposerReady(true)}
              messages={thread?.messages ?? emptyThread.messages}
              replyTo={replyTo}
              onReplyTo={setReplyTo}
              onSelectLast={() => list.current?.focusLast()}
            />
          )}
          {!mayWrite && <WriteNotice ticket={ticket} why={permission.may ? "windowShut" : permission.why} />}
        </DropZone>
        <OnDemand open={transferring}>
          <TransferDialog ticket={ticket} open={transferring} onClose={() => setTransferring(false)} />
        </OnDemand>
        {viewing && (
          <MediaViewer items={seenMedia(thread?.messages ?? [])} startId={viewing} onClose={() => setViewing(null)} />
        )}
      </section>
    </ConversationProvider>
  );
}

/** Replaces the kept conversation when this one is drawn. */
function useTakeOver(isShown: boolean) {
  useEffect(() => {
    if (isShown) takeOver("conversation");
  }, [isShown]);
}

function Gone() {
  const { leave } = useTicketActions();
  return (
    <EmptyState
      art="talk"
      title={m.tickets_gone_title()}
      actions={<Button onClick={() => void leave()}>{m.tickets_go_list()}</Button>}
    >
      {m.tickets_gone_text()}
    </EmptyState>
  );
}
