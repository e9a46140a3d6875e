import { expect, test, vi } from "vitest";
import type { DeviceDesk } from "../../../../sync/client/index.ts";
import { createNoteStore } from "./use-note-draft.ts";

test("a note that is opened and typed before the stored one was read stays in note mode", async () => {
  const stored = Promise.withResolvers<null>();
  const set = vi.fn();
  const desk = { unsent: { note: { get: () => stored.promise, set } } } as unknown as Pick<DeviceDesk, "unsent">;
  const store = createNoteStore(desk, "t1");
  store.subscribe(() => {});
  store.open(true);
  store.write("conferir o PIX");
  stored.resolve(null);
  await vi.waitFor(() =>
    expect(set).toHaveBeenLastCalledWith({ ticketId: "t1", text: "conferir o PIX", isOpen: true }),
  );
  expect(store.get()).toEqual({ text: "conferir o PIX", isOpen: true, isRead: true });
});
