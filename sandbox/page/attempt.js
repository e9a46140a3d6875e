// @ts-check
import { byId } from "./dom.js";

/**
 * Wraps an event handler: prevents the event's default action, and shows an error instead of throwing it.
 * @param {(event?: Event) => unknown} work
 */
export const attempt = (work) => async (/** @type {Event | undefined} */ event) => {
  event?.preventDefault();
  const notice = byId("notice", HTMLElement);
  if (event) notice.hidden = true;
  try {
    await work(event);
  } catch (error) {
    notice.textContent = error instanceof Error ? error.message : String(error);
    notice.hidden = false;
  }
};

/**
 * Runs `work` at an event of the element with that id.
 * @param {string} id
 * @param {string} type
 * @param {(event?: Event) => unknown} work
 */
export const on = (id, type, work) => byId(id, HTMLElement).addEventListener(type, attempt(work));
