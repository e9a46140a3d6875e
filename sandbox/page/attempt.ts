import { byId } from "./dom.ts";

/** Wraps an event handler: prevents the event's default action, and shows an error instead of throwing it. */
export const attempt = (work: (event?: Event) => unknown) => async (event?: Event) => {
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

/** Runs `work` at an event of the element with that id. */
export const on = (id: string, type: string, work: (event?: Event) => unknown) =>
  byId(id, HTMLElement).addEventListener(type, attempt(work));
