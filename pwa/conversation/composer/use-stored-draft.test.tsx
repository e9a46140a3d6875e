import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { BehaviorSubject, Subject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "../../../contracts/account/session.ts";
import type { DeviceDesk, DraftState, LocalDraft } from "../../../sync/client/index.ts";
import { OpenDesk } from "../../session/desk.tsx";
import { useStoredDraft } from "./use-stored-draft.ts";

const empty: DraftState = {
  ...{ text: "", updatedAt: null, answeredAt: null, isFixed: false, isOpen: false, line: "L", mark: null },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A field whose stored draft the test emits. */
function given() {
  const states = new Subject<DraftState>();
  const [set, setAtHide] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const draft: LocalDraft = { get: async () => "", state$: () => states, set, setAtHide };
  const status = new BehaviorSubject({ stores: true });
  const desk = { status: { get: () => status.value, subscribe: () => () => {} } } as unknown as DeviceDesk;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <OpenDesk desk={desk} user={{} as SessionUser}>
      {children}
    </OpenDesk>
  );
  const open = () => draft;
  const field = renderHook(() => useStoredDraft(open), { wrapper });
  const emit = (state: Partial<DraftState>) => act(() => states.next({ ...empty, ...state }));
  const write = (text: string) => act(() => field.result.current.write(text));
  return { field, set, setAtHide, emit, write };
}

test("stored draft: a text typed before the stored one was read is added to it", async () => {
  const { field, set, emit, write } = given();
  write("o boleto");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(set).not.toHaveBeenCalled();
  emit({ text: "Bom dia" });
  expect(field.result.current.text).toBe("Bom dia\no boleto");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(set.mock.calls).toEqual([["Bom dia\no boleto", { answeredAt: null, base: "Bom dia" }]]);
});

test("stored draft: a text typed before the stored one was read is stored when the page is left", () => {
  const { field, set, setAtHide, write } = given();
  write("o boleto");
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  seen.mockRestore();
  expect(setAtHide.mock.calls).toEqual([["o boleto", { answeredAt: null, base: null }]]);
  write("o boleto de maio");
  field.unmount();
  expect(set.mock.calls).toEqual([["o boleto de maio", { answeredAt: null, base: null }]]);
});

test("stored draft: the text of a field in which nobody has typed is not stored again", async () => {
  const { field, set, emit } = given();
  emit({ text: "Bom dia" });
  act(() => field.result.current.putIn("Bom dia"));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(field.result.current.text).toBe("Bom dia");
  expect(set).not.toHaveBeenCalled();
});

test("stored draft: a field that has stored its text does not follow what another tab stored before", async () => {
  const { field, emit, write } = given();
  emit({ text: "Bom dia" });
  write("Bom dia, Helena");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  emit({ text: "Bom dia a todos" });
  expect(field.result.current.text).toBe("Bom dia, Helena");
  // The field follows a text that another tab stores afterwards.
  emit({ text: "Bom dia, Helena" });
  emit({ text: "Bom dia, Helena Sampaio" });
  expect(field.result.current.text).toBe("Bom dia, Helena Sampaio");
});
