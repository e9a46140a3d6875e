import { createContext, useContext } from "react";

/** How the place that shows a conversation opens a ticket, and how it closes the conversation. */
export type TicketPlace = { open: (ticketId: string) => void; leave: () => void };

/** Null on the tickets screen, where both are a navigation; another screen that shows a conversation provides its own. */
const Context = createContext<TicketPlace | null>(null);
export const TicketPlaceProvider = Context.Provider;
export const useTicketPlace = (): TicketPlace | null => useContext(Context);
