import { expect, test, vi } from "vitest";
import type { DeviceDesk, DraftState } from "../../../../sync/client/index.ts";
import { createNoteStore } from "./use-note-draft.ts";

const empty: DraftState = {
  text: "",
  updatedAt: null,
  answeredAt: null,
  isFixed: false,
  isOpen: false,
  line: "L",
  mark: null,
};

/** A note whose stored state the test emits. */
function given() {
  let emit: (state: DraftState) => void = () => {};
  const [set, setAtHide] = [vi.fn(), vi.fn()];
  const state$ = () => ({
    subscribe(next: typeof emit) {
      emit = next;
      return { unsubscribe() {} };
    },
  });
  const desk = { unsent: { note: { state$, set, setAtHide } } } as unknown as Pick<DeviceDesk, "unsent">;
  const store = createNoteStore(desk, "t1");
  store.subscribe(() => {});
  return { store, set, setAtHide, emit: (state: Partial<DraftState>) => emit({ ...empty, ...state }) };
}
const mark = (event: string, texts: string[], field = "another tab") => ({
  ...{ id: "note t1", event, texts, field },
  at: "2026-07-01T12:00:00Z",
});

test("a note that is opened and typed before the stored one was read stays in note mode", async () => {
  const { store, set, emit } = given();
  store.open(true);
  store.write("conferir o PIX");
  emit({});
  await vi.waitFor(() =>
    expect(set).toHaveBeenLastCalledWith(
      { ticketId: "t1", text: "conferir o PIX", isOpen: true, answeredAt: null },
      "",
    ),
  );
  expect(store.get()).toEqual({ text: "conferir o PIX", isOpen: true, isRead: true, answeredAt: null });
});

test("a note that is left before the stored one was read is added to it, and does not follow an older text", async () => {
  const { store, set, setAtHide, emit } = given();
  store.write("às 10h");
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  seen.mockRestore();
  const left = { ticketId: "t1", text: "às 10h", isOpen: false, answeredAt: null };
  expect(setAtHide.mock.calls).toEqual([[left, null]]);
  emit({ text: "ligar\nàs 10h" });
  expect(store.get().text).toBe("ligar\nàs 10h");
  store.write("ligar às 10h");
  await vi.waitFor(() => expect(set.mock.lastCall?.[1]).toBe("ligar\nàs 10h"));
  emit({ text: "ligar amanhã" });
  expect(store.get().text).toBe("ligar às 10h");
});

test("a note that another tab has stored leaves the field; one that differs stays and says so", async () => {
  const { store, set, emit } = given();
  emit({ text: "conferir" });
  emit({ mark: mark("1", ["conferir", "confe"]) });
  expect(store.get()).toMatchObject({ text: "", answeredAt: null });
  store.write("conferir o PIX");
  emit({ mark: mark("2", ["conferir"]) });
  expect(store.get()).toMatchObject({ text: "conferir o PIX", answeredAt: "2026-07-01T12:00:00Z" });
  await vi.waitFor(() => expect(set.mock.lastCall?.[0]).toMatchObject({ answeredAt: "2026-07-01T12:00:00Z" }));
  store.leaveAnswered();
  expect(set.mock.lastCall?.[0]).toMatchObject({ text: "conferir o PIX", answeredAt: null });
});

test("a note follows what another tab writes, but no letter of this one is replaced", () => {
  const { store, emit } = given();
  emit({ text: "conferir" });
  emit({ text: "conferir o PIX" });
  expect(store.get().text).toBe("conferir o PIX");
  store.write("conferir o boleto");
  emit({ text: "conferir o PIX hoje" });
  expect(store.get().text).toBe("conferir o boleto");
});

test("a note is stored at once when the app is left, and not again", () => {
  const { store, setAtHide, emit } = given();
  emit({});
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(setAtHide).not.toHaveBeenCalled();
  store.write("conferir o PIX");
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("pagehide"));
  seen.mockRestore();
  expect(setAtHide.mock.calls).toEqual([
    [{ ticketId: "t1", text: "conferir o PIX", isOpen: false, answeredAt: null }, ""],
  ]);
});
