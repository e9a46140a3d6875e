import { createContext, useContext } from "react";
import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import type { Names } from "../../../conversation/text/message-summary.ts";

/** Data and actions of the open conversation that each of its messages needs. */
export type ConversationContext = {
  ticket: TicketView;
  names: Names;
  /** The channel's brand name, e.g. "WhatsApp". */
  channel: string;
  mayWrite: boolean;
  reply: (message: MessageView) => void;
  /** Puts the text of a message that failed to send back into the composer. */
  edit: (message: MessageView) => void;
  jump: (messageId: string) => void;
  /** Opens the media viewer at this message, among the other pictures and videos of the conversation. */
  view: (messageId: string) => void;
};

const Context = createContext<ConversationContext | null>(null);
export const ConversationProvider = Context.Provider;

export function useConversation(): ConversationContext {
  const context = useContext(Context);
  if (!context) throw new Error("useConversation needs an open conversation.");
  return context;
}
