import { expect, test, vi } from "vitest";
import { followUpdates } from "./follow-updates.ts";

type Heard = Parameters<typeof followUpdates>[0];

/** Workbox as a page sees it. `isUpdate` is what Workbox says: whether a worker controlled the page when it was opened. */
function givenPage({ isFirst, isUpdate }: { isFirst: boolean; isUpdate: boolean }) {
  const listeners = new Map<string, (event: object) => void>();
  const skipped = vi.fn();
  const reload = vi.fn();
  let accept: (() => void) | undefined;
  const workbox = {
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    messageSkipWaiting: skipped,
  } as unknown as Heard;
  followUpdates(workbox, { isFirst, offer: (given) => (accept = given), reload });
  const worker = Object.assign(new EventTarget(), { state: "installed" });
  return {
    skipped,
    reload,
    worker,
    takesControl: () => listeners.get("controlling")?.({ isUpdate }),
    waits: () => listeners.get("waiting")?.({ sw: worker }),
    accept: () => accept?.(),
    becomes(state: string) {
      worker.state = state;
      worker.dispatchEvent(new Event("statechange"));
    },
  };
}

test("updates: a page that is open since its first visit reloads once when the user accepts", () => {
  const page = givenPage({ isFirst: true, isUpdate: false });
  page.takesControl();
  expect(page.reload).not.toHaveBeenCalled();
  page.waits();
  page.accept();
  expect(page.skipped).toHaveBeenCalledOnce();
  page.becomes("activating");
  expect(page.reload).not.toHaveBeenCalled();
  page.becomes("activated");
  page.takesControl();
  expect(page.reload.mock.calls).toEqual([[true]]);
});

test("updates: a page that no worker controls reloads when the accepted version is active", () => {
  const page = givenPage({ isFirst: false, isUpdate: false });
  page.waits();
  page.accept();
  page.becomes("activated");
  expect(page.reload.mock.calls).toEqual([[true]]);
});

test("updates: a version that another tab has made active in the meantime is taken at once", () => {
  const page = givenPage({ isFirst: true, isUpdate: false });
  page.takesControl();
  page.waits();
  page.worker.state = "activated";
  page.accept();
  expect(page.reload.mock.calls).toEqual([[true]]);
});

test.each([
  ["open since its first visit", { isFirst: true, isUpdate: false }],
  ["reloaded past the cache", { isFirst: false, isUpdate: false }],
  ["opened with the app stored", { isFirst: false, isUpdate: true }],
])("updates: a page %s follows the version that another tab accepted", (_what, given) => {
  const page = givenPage(given);
  if (given.isFirst) page.takesControl();
  page.waits();
  page.takesControl();
  expect(page.reload.mock.calls).toEqual([[false]]);
});

test("updates: nothing reloads before a version is accepted", () => {
  const page = givenPage({ isFirst: true, isUpdate: false });
  page.takesControl();
  page.waits();
  page.becomes("redundant");
  expect(page.reload).not.toHaveBeenCalled();
});
