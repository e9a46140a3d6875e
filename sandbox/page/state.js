// @ts-check

/** @typedef {import("./api.js").Connection} Connection */
/** @typedef {import("./api.js").Customer} Customer */
/** @typedef {import("./api.js").Message} Message */

/** The data that the page shows. Modules change it and call `changed`. */
export const state = {
  /** @type {Connection[]} */
  connections: [],
  connectionId: "",
  /** @type {Customer[]} */
  customers: [],
  number: "",
  name: "",
  /** The messages of the conversation that the customer's phone holds. @type {Message[]} */
  messages: [],
  /** The messages of the conversation that Balcão has. @type {import("./api.js").StoredConversation} */
  desk: { messages: [], wasTransferred: false },
  /** @type {import("./api.js").Internet} */
  internet: "good",
  /** The status that Balcão in the frame reports: the connection to its server, and the number of pending actions. */
  frame: { linkUp: true, waiting: 0 },
  /** The company of the user in the frame; null: nobody is signed in; undefined: not known yet. @type {string | null | undefined} */
  companyId: undefined,
  /** The account with which visitors may sign in; null: there is none. @type {import("./api.js").DemoAccount | null} */
  demo: null,
  /** Whether the visitor has chosen the connection. */
  hasChosen: false,
  /** @type {import("./steps.js").Progress} */
  progress: { done: [], answersAtCut: 0 },
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export const onChange = (listener) => void listeners.add(listener);

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
