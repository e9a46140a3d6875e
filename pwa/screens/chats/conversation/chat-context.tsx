import { createContext, useContext } from "react";
import type { ChatMessageView } from "../../../../sync/client/index.ts";

/** Actions of the open chat that each of its messages needs. Without the chat itself, which changes with every message. */
type ChatContext = {
  userId: string;
  reply: (message: ChatMessageView) => void;
  jump: (messageId: string) => void;
  /** Opens the media viewer at this message. */
  view: (messageId: string) => void;
};

const Context = createContext<ChatContext | null>(null);
export const ChatProvider = Context.Provider;

export function useChat(): ChatContext {
  const context = useContext(Context);
  if (!context) throw new Error("useChat needs an open chat.");
  return context;
}
