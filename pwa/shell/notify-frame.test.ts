import { expect, test, vi } from "vitest";
import { notifyFrame } from "./notify-frame.ts";

const location = { origin: "https://balcao.example" };

function givenStatus() {
  let listener = () => {};
  const status = { linkUp: true, waiting: 0 };
  return {
    status,
    source: {
      get: () => status,
      subscribe: (next: () => void) => {
        listener = next;
        return () => {
          listener = () => {};
        };
      },
    },
    change(next: Partial<typeof status>) {
      Object.assign(status, next);
      listener();
    },
  };
}

test("tellFrame: a framed desk posts its status to the parent of its own origin, until it is stopped", () => {
  const { source, change } = givenStatus();
  const parent = { postMessage: vi.fn() };
  const stop = notifyFrame(source, "c1", { postMessage: parent.postMessage, parent, location });
  change({ linkUp: false, waiting: 2 });
  stop();
  change({ waiting: 3 });
  expect(parent.postMessage.mock.calls).toEqual([
    [{ type: "balcao-status", linkUp: true, waiting: 0, companyId: "c1" }, location.origin],
    [{ type: "balcao-status", linkUp: false, waiting: 2, companyId: "c1" }, location.origin],
  ]);
});

test("tellFrame: a desk in its own tab posts nothing", () => {
  const { source, change } = givenStatus();
  const postMessage = vi.fn();
  const page = { postMessage, location } as unknown as {
    parent: Window;
    location: Location;
    postMessage: typeof postMessage;
  };
  page.parent = page as unknown as Window;
  notifyFrame(source, "c1", page)();
  change({ waiting: 1 });
  expect(postMessage).not.toHaveBeenCalled();
});
