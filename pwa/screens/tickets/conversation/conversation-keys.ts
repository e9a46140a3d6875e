import { ArrowLeftRight, Calendar, Check, IdCard, NotebookPen, Reply, RotateCcw, Search, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../../session/desk.tsx";
import { isLayerOpen, isPlainKey, isPressed, isTwinKey } from "../../../shell/keyboard/pressed.ts";
import { type OfferedAction, useOfferedActions } from "../../../shell/palette/offered-actions.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ticketActions } from "./ticket-actions.ts";

type ConversationKeys = {
  ticket: TicketView;
  mayWrite: boolean;
  onSearch: () => void;
  onContact: () => void;
  onNote: () => void;
  onWrite: () => void;
  /** Replies to the customer's last message; a selected message has its own key. */
  onReply: () => void;
  /** Opens the life line of the user's last message. */
  onLife: () => void;
  onSchedule: () => void;
  onTransfer: () => void;
};

/** Registers the commands on the open conversation for keyboard and palette; the keys are defined in shortcuts.ts. */
export function useConversationKeys({ ticket, mayWrite, ...on }: ConversationKeys): void {
  const user = useDeskUser();
  const { act, resolve } = useTicketActions();
  const may = ticketActions(user, ticket);
  const ways = {
    transfer: on.onTransfer,
    find: on.onSearch,
    contact: on.onContact,
    note: on.onNote,
    write: on.onWrite,
    schedule: on.onSchedule,
    resolve: () => void resolve(ticket),
    giveBack: () => void act("ticket.return", ticket.id),
    reopen: () => void act("ticket.reopen", ticket.id),
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPressed(event, "resolve") && may.close && !isLayerOpen()) ways.resolve();
    else if (!isPlainKey(event) && !isTwinKey(event)) return;
    else if (isPressed(event, "write") && mayWrite) on.onWrite();
    else if (isPressed(event, "reply") && event.altKey && mayWrite) on.onReply();
    else if (isPressed(event, "life") && event.altKey) on.onLife();
    else if (isPressed(event, "transfer") && may.transfer) ways.transfer();
    else if (isPressed(event, "find")) ways.find();
    else if (isPressed(event, "schedule") && mayWrite) ways.schedule();
    else if (isPressed(event, "contact")) ways.contact();
    else if (isPressed(event, "note")) ways.note();
    else if (isPressed(event, "giveBack") && may.return) ways.giveBack();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  const { transfer, close, return: giveBack, reopen } = may;
  const offered = useMemo(() => {
    const all: (OfferedAction & { id: keyof typeof latest.current; may: boolean })[] = [
      action("transfer", m.keys_transfer, ArrowLeftRight, transfer),
      action("resolve", m.keys_resolve, Check, close),
      action("giveBack", m.keys_return, Undo2, giveBack),
      action("find", m.keys_find, Search, true),
      action("schedule", m.keys_schedule, Calendar, mayWrite),
      action("contact", m.keys_contact, IdCard, true),
      action("note", m.keys_note, NotebookPen, true),
      action("write", m.keys_write, Reply, mayWrite),
      { id: "reopen", label: m.keys_reopen, icon: RotateCcw, may: reopen, run: () => latest.current.reopen() },
    ];
    function action(
      id: Exclude<keyof typeof latest.current, "reopen">,
      label: () => string,
      icon: OfferedAction["icon"],
      isAllowed: boolean,
    ) {
      return { id, label, icon, shortcut: id, may: isAllowed, run: () => latest.current[id]() };
    }
    return all.filter((each) => each.may);
  }, [transfer, close, giveBack, reopen, mayWrite]);
  useOfferedActions(offered);
}
