// @ts-check

/** @typedef {import("./api.js").Connection} Connection */
/** @typedef {import("./api.js").Customer} Customer */
/** @typedef {import("./api.js").Message} Message */

/** What the page shows. Modules change it and call `changed`. */
export const state = {
  /** @type {Connection[]} */
  connections: [],
  connectionId: "",
  /** @type {Customer[]} */
  customers: [],
  number: "",
  name: "",
  /** What the customer's phone holds of the conversation. @type {Message[]} */
  messages: [],
  /** What the desk has of it. @type {import("./api.js").DeskConversation} */
  desk: { messages: [], wasTransferred: false },
  /** @type {import("./api.js").Internet} */
  internet: "good",
  /** What the desk in the frame tells of itself. */
  frame: { linkUp: true, waiting: 0 },
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
export const connection = () => state.connections.find(({ id }) => id === state.connectionId);

/** People of a page have no number, and a page no phone, no QR code and no calls. */
export const isPage = () => state.connectionId.startsWith("page:");
