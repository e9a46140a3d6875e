import { type KeptConversation, readKeptConversation } from "./kept-conversations.ts";
import { type KeptList, readKeptList } from "./kept-list.ts";
import { ticketAt } from "./place.ts";

/** The kept parts of a screen: the app's frame with the list, and the conversation beside or instead of it. */
export type KeptScreen = {
  list: KeptList;
  /** The open ticket; null for the list alone. */
  ticketId: string | null;
  conversation: KeptConversation | null;
};

/** Returns the screen to draw at this address. */
export function readKeptScreen(
  storage: Storage,
  address: { pathname: string; search: string; state?: unknown },
): KeptScreen | null {
  const list = readKeptList(storage, address);
  if (!list) return null;
  const ticketId = ticketAt(address.pathname) ?? null;
  const conversation = readKeptConversation(storage, ticketId ?? "");
  // Where only the conversation is shown, a frame without it shows nothing.
  if (ticketId !== null && list.place.isOnePane && !conversation) return null;
  return { list, ticketId, conversation };
}
