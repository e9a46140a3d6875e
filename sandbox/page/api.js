// @ts-check
import { t, textOr } from "./translate.js";

/** @typedef {{ id: string, companyId: string, name: string, number: string, status: string }} Connection */
/** @typedef {{ name: string, email: string, password: string }} DemoAccount */
/** @typedef {{ number: string, name: string }} Customer */
/**
 * @typedef {{ id: string, fromMe: boolean, body: string, type: string, timestamp: number, receivedCount: number,
 *   status: "sent" | "delivered" | "read" | "played", mediaUrl?: string, fileName?: string, quotedId?: string,
 *   edited?: boolean, deleted?: boolean, reactions?: { mine?: string, theirs?: string } }} Message
 */
/** @typedef {{ id: string, count: number, ack: number, isAgents: boolean }} StoredMessage */
/** @typedef {{ messages: StoredMessage[], wasTransferred: boolean }} StoredConversation */
/** @typedef {{ refuseSends: unknown, loseReceipts: boolean, delayMs: number, deliverTwice: boolean }} Faults */
/** @typedef {"good" | "slow" | "none"} Internet */

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function call(path, init) {
  const response = await fetch(`/sandbox${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(textOr(String(answer.error), t("error_unknown")));
  return answer;
}

/**
 * @param {string} path
 * @param {Record<string, string>} [query]
 */
export const get = (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`);

/**
 * @param {"POST" | "PUT"} method
 * @param {unknown} body
 * @returns {RequestInit}
 */
const asJson = (method, body) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/**
 * @param {string} path
 * @param {Record<string, unknown>} [body]
 */
export const post = (path, body = {}) => call(path, asJson("POST", body));

/**
 * Sets the internet of this browser's Balcão. `keepalive` lets the request finish while the page is being left.
 * @param {Internet} internet
 * @param {boolean} [keepalive]
 */
export const putInternet = (internet, keepalive = false) =>
  call("/internet", { ...asJson("PUT", { internet }), keepalive });

/**
 * Calls back at every change of the phones, and after each reconnect of the event stream.
 * @param {(change: { type: string }) => void} onChange
 */
export function listen(onChange) {
  const stream = new EventSource("/sandbox/events");
  stream.onmessage = ({ data }) => onChange(JSON.parse(data));
  stream.onopen = () => onChange({ type: "connection" });
}
