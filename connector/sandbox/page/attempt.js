// @ts-check
import { byId } from "./dom.js";

/**
 * Wraps what a control does: the event does nothing else, and a refusal is shown, not thrown.
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
 * Does `work` at an event of the element with that id.
 * @param {string} id
 * @param {string} type
 * @param {(event?: Event) => unknown} work
 */
export const on = (id, type, work) => byId(id, HTMLElement).addEventListener(type, attempt(work));
