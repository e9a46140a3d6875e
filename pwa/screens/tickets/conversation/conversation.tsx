import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { MessageView, MovedTicket, ThreadView, TicketView } from "../../../../sync/client/index.ts";
import { DropZone } from "../../../conversation/thread/drop-zone.tsx";
import { useMediaViewer } from "../../../conversation/thread/use-media-viewer.tsx";
import { isCovered, takeOver } from "../../../first-paint/cover.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { firstValueOf, useDesk, useDeskIsOpen, useObservable } from "../../../session/desk.tsx";
import { useHeldLayer } from "../../../shell/keyboard/hold-keys.ts";
import { Button } from "../../../ui/button.tsx";
import { useAfterPaint } from "../../../ui/hooks/use-after-paint.ts";
import { EmptyState } from "../../../ui/lists/empty-state.tsx";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { useOpenedAhead } from "../ahead/use-read-ahead.ts";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { ComposerSpace } from "../composer/composer-space.tsx";
import type { TimelineEvent } from "../contact/timeline-text.ts";
import { useTimeline } from "../contact/use-timeline.ts";
import { TransferBar } from "../transfer-bar.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ArrivalNotice } from "./arrival-notice.tsx";
import { ConversationProvider } from "./conversation-context.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { useConversationKeys } from "./conversation-keys.ts";
import { firstResponseMs } from "./first-response.ts";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { isOwnAct } from "./own-act.ts";
import { WaitingStrip } from "./preview-bar.tsx";
import { RefusedTicketActions } from "./refused-actions.tsx";
import { AboveComposer } from "./transfer-card.tsx";
import { useContact } from "./use-contact.ts";
import { useConversationContext } from "./use-conversation-context.ts";
import { useFinder } from "./use-finder.tsx";
import { useMarkRead } from "./use-mark-read.ts";
import { useGoOn, useMoved } from "./use-moved.ts";
import { type FoundTicket, useTicket } from "./use-ticket.ts";
import { ReadOnly, useMayWrite } from "./writing/may-write.tsx";

const TransferDialog = lazyPart(async () => (await import("../transfer-dialog.tsx")).TransferDialog);

const PrintDialog = lazyPart(async () => (await import("../print/print-dialog.tsx")).PrintDialog);

const noEvents: TimelineEvent[] = [];
const noMessages: MessageView[] = [];

type ConversationProps = { ticketId: string; onBack: () => void; onContact: () => void; onNote: () => void };

/** Shows one conversation; a blank area while it loads and a notice when it is missing. */
export function Conversation({ ticketId, ...ways }: ConversationProps) {
  const moved = useMoved(ticketId);
  const looked = useTicket(ticketId);
  // A ticket that is another one now is not gone: the screen goes on to that one.
  const found: FoundTicket = looked.state === "missing" && moved !== null ? { state: "loading" } : looked;
  useLeaveWhenGone(ticketId, found);
  if (found.state === "loading") return <div className="flex-1 bg-chat" />;
  if (found.state === "missing") return <Gone />;
  return <OpenConversation ticket={found.ticket} {...ways} />;
}

/** Leaves with a notice when the ticket is deleted, moves out of the user's scope or was never visible to them. */
function useLeaveWhenGone(ticketId: string, found: FoundTicket) {
  const desk = useDesk();
  const goOn = useGoOn();
  const { leave } = useTicketActions();
  const seen = useRef<string | null>(null);
  const { state } = found;
  const refused = found.state === "missing" && found.refused;
  useEffect(() => {
    if (state === "found") seen.current = ticketId;
    const wasHere = seen.current === ticketId;
    if (state !== "missing" || !(wasHere || refused)) return;
    let isHere = true;
    const tell = async () => {
      // The ticket may have just become another one, to which the screen goes on.
      const moved = await firstValueOf<MovedTicket | null>(desk.movedTo$(ticketId));
      if (!isHere) return;
      if (moved) return goOn(moved.to);
      seen.current = null;
      // One's own act, here or in another tab, is no error.
      const isOwn = wasHere && (await isOwnAct(desk, ticketId));
      if (!isOwn) toast.error(wasHere ? m.tickets_was_deleted() : m.ui_no_permission());
      await leave();
    };
    void tell();
    return () => {
      isHere = false;
    };
  }, [desk, state, refused, ticketId, leave, goOn]);
}

type OpenProps = Omit<ConversationProps, "ticketId"> & { ticket: TicketView };

function OpenConversation({ ticket, onBack, onContact, onNote }: OpenProps) {
  const thread = useStoredThread(ticket.id);
  // The composer costs as much as the messages, so it is mounted after them.
  // The composer waits for the open desk, because only that one stores drafts.
  const isPainted = [useAfterPaint(), useDeskIsOpen()].every(Boolean);
  // Without a network the conversation is shown without events.
  const events = useTimeline(ticket, isPainted).data ?? noEvents;
  const [replyTo, setReplyTo] = useState<MessageView | null>(null);
  const transfer = useHeldLayer();
  const [printing, setPrinting] = useState(false);
  const { view, viewer } = useMediaViewer(thread?.messages ?? []);
  const section = useRef<HTMLElement>(null);
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [isComposerReady, setComposerReady] = useState(false);
  const contact = useContact(ticket.contactId);
  const writing = useMayWrite(ticket, contact?.active === false);
  const { mayWrite, permission, refusedCreation } = writing;

  useMarkRead(ticket, permission.may && ticket.status === "open");

  useTakeOver(thread !== null && (isComposerReady || !mayWrite));
  const { find, finder } = useFinder({ ticketId: ticket.id, thread, list, composer });
  const ways = { onSearch: find, onSchedule: () => composer.current?.schedule() };
  const reply = useCallback((message: MessageView) => {
    setReplyTo(message);
    composer.current?.focus();
  }, []);
  useConversationKeys({
    ...{ ticket, mayWrite, onContact, ...ways },
    onTransfer: transfer.open,
    ...waysOfWriting({ thread, isComposing: mayWrite && isPainted, list, composer, reply, onNote }),
  });
  useFocusOnOpen(mayWrite && isPainted, section, composer);

  const context = useConversationContext({ ticket, mayWrite, reply, view, list, composer });

  return (
    <ConversationProvider value={context}>
      <section
        ref={section}
        aria-label={m.tickets_conversation_with({ name: ticket.contactName })}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-chat"
      >
        <ConversationHeader
          ticket={ticket}
          isActive={contact?.active ?? null}
          firstResponseMs={thread ? firstResponseMs(thread.messages, thread.hasOlder) : null}
          onBack={onBack}
          onSearch={ways.onSearch}
          onSchedule={mayWrite ? ways.onSchedule : null}
          onTransfer={transfer.open}
          onContact={onContact}
          onPrint={() => setPrinting(true)}
        />
        <WaitingStrip ticket={ticket} />
        <ArrivalNotice
          ticketId={ticket.id}
          onTake={mayWrite && isComposerReady ? (text) => composer.current?.take(text) : null}
          mayWrite={mayWrite}
        />
        {finder}
        <DropZone enabled={mayWrite && isPainted} onFiles={(files) => composer.current?.addFiles(files)}>
          {thread ? (
            <MessageList ref={list} thread={thread} events={events} onLeave={() => composer.current?.focus()} />
          ) : (
            <div className="flex-1 bg-chat" />
          )}
          <AboveComposer ticket={ticket} />
          <RefusedTicketActions
            ticketId={ticket.id}
            except={refusedCreation?.entry.id ?? null}
            onUseText={mayWrite && isPainted ? (text) => composer.current?.take(text) : null}
          />
          <TransferBar ticketId={ticket.id} onGoOn={transfer.open} />
          {mayWrite && !isPainted && <ComposerSpace />}
          {mayWrite && isPainted && (
            <Composer
              ref={composer}
              onReady={() => setComposerReady(true)}
              messages={thread?.messages ?? noMessages}
              replyTo={replyTo}
              onReplyTo={setReplyTo}
              onSelectLast={() => list.current?.focusLast()}
            />
          )}
          {!mayWrite && <ReadOnly ticket={ticket} {...writing} />}
        </DropZone>
        <Dialogs ticket={ticket} transfer={transfer} isPrinting={printing} onPrinted={() => setPrinting(false)} />
        {viewer}
      </section>
    </ConversationProvider>
  );
}

type Parts = { list: RefObject<MessageListHandle | null>; composer: RefObject<ComposerHandle | null> };

/** Returns the thread; null until it is read. */
function useStoredThread(ticketId: string): ThreadView | null {
  const desk = useDesk();
  const ahead = useOpenedAhead(ticketId);
  return useObservable<ThreadView | null>(() => desk.thread$(ticketId), [desk, ticketId], ahead.thread ?? null);
}

type DialogsProps = {
  ticket: TicketView;
  transfer: ReturnType<typeof useHeldLayer>;
  isPrinting: boolean;
  onPrinted: () => void;
};

function Dialogs({ ticket, transfer, isPrinting, onPrinted }: DialogsProps) {
  return (
    <>
      <OnDemand open={transfer.isOpen}>
        <TransferDialog ticket={ticket} open={transfer.isOpen} onClose={transfer.close} />
      </OnDemand>
      <OnDemand open={isPrinting}>{isPrinting && <PrintDialog ticket={ticket} onClose={onPrinted} />}</OnDemand>
    </>
  );
}

type WritingWays = Parts & {
  thread: ThreadView | null;
  isComposing: boolean;
  reply: (message: MessageView) => void;
  onNote: () => void;
};

/** Returns what the keys of writing do. Who may not answer writes notes beside the contact. */
const waysOfWriting = ({ thread, isComposing, list, composer, reply, onNote }: WritingWays) => ({
  onNote: () => (isComposing ? composer.current?.toggleNote() : onNote()),
  onWrite: () => composer.current?.focus(),
  onReply() {
    const last = thread?.messages.findLast(({ fromMe }) => !fromMe);
    if (last) reply(last);
  },
  onLife: () => list.current?.life(),
});

/** Focuses the composer when it is there. */
function useFocusOnOpen(
  isComposing: boolean,
  section: RefObject<HTMLElement | null>,
  composer: RefObject<ComposerHandle | null>,
) {
  useEffect(() => {
    // A message or a menu may have the focus by now.
    if (!isComposing || section.current?.contains(document.activeElement)) return;
    // On touch devices focusing the field opens the keyboard, which would cover the messages. The field of the kept
    // conversation gives the focus away when it goes.
    if (matchMedia("(pointer: fine)").matches && !isCovered()) composer.current?.focus();
  }, [isComposing, section, composer]);
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
