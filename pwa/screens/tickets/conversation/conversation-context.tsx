import { createContext, useContext } from "react";
import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import type { Names } from "../message/message-words.ts";

/** What every message of the open conversation needs to draw itself and to act. */
export type ConversationContext = {
  ticket: TicketView;
  names: Names;
  /** "WhatsApp", as a reader calls it. */
  channel: string;
  mayWrite: boolean;
  reply: (message: MessageView) => void;
  /** Puts a message that did not go out back into the composer. */
  edit: (message: MessageView) => void;
  jump: (messageId: string) => void;
  /** Opens the picture of a message whole, among the others of the conversation. */
  view: (messageId: string) => void;
};

const Context = createContext<ConversationContext | null>(null);
export const ConversationProvider = Context.Provider;

export function useConversation(): ConversationContext {
  const context = useContext(Context);
  if (!context) throw new Error("useConversation needs an open conversation.");
  return context;
}
