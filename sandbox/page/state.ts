import type { Customer, DemoAccount, Internet, ListedConnection, ShownMessage, StoredConversation } from "../wire.ts";
import type { DeskFrame, Progress } from "./steps.ts";

export type Person = Pick<Customer, "number" | "name">;

type State = {
  connections: ListedConnection[];
  connectionId: string;
  customers: Customer[];
  /** The chosen customer. */
  number: string;
  name: string;
  /** The messages of the conversation that the customer's phone holds. */
  messages: ShownMessage[];
  /** The messages of the conversation that Balcão has. */
  desk: StoredConversation;
  internet: Internet;
  frame: DeskFrame;
  /** The company of the user in the frame; null: nobody is signed in; undefined: not known yet. */
  companyId: string | null | undefined;
  /** The account with which visitors may sign in; null: there is none. */
  demo: DemoAccount | null;
  /** Whether the visitor has chosen the connection. */
  hasChosen: boolean;
  progress: Progress;
};

/** The data that the page shows. Modules change it and call `changed`. */
export const state: State = {
  connections: [],
  connectionId: "",
  customers: [],
  number: "",
  name: "",
  messages: [],
  desk: { messages: [], wasTransferred: false },
  internet: "good",
  frame: { linkUp: true, waiting: 0 },
  companyId: undefined,
  demo: null,
  hasChosen: false,
  progress: { done: [], answersAtCut: 0 },
};

const listeners = new Set<() => void>();

export const onChange = (listener: () => void) => void listeners.add(listener);

export function changed() {
  for (const listener of listeners) listener();
}

export const chat = () => ({ connectionId: state.connectionId, number: state.number });
/** The first number of the company in the frame. */
export const ownConnection = () => state.connections.find(({ companyId }) => companyId === state.companyId);
export const connection = () => state.connections.find(({ id }) => id === state.connectionId);

/**
 * Returns whether the connection is a page. People of a page have no number; a page has no phone, no QR code and no
 * calls.
 */
export const isPage = () => state.connectionId.startsWith("page:");
