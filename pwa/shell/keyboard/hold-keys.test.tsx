import { act, fireEvent, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { replaceTimers } from "../../testing/timers.ts";
import { useHeldLayer } from "./hold-keys.ts";

afterEach(() => document.body.replaceChildren());
/** Returns whether a key reaches the page. */
const reaches = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

/** Opens a layer, which is not there yet, from a page with a focused field. */
function openSlowly() {
  document.body.innerHTML = "<input aria-label='Mensagem' />";
  const field = screen.getByRole("textbox");
  field.focus();
  const { result, unmount } = renderHook(useHeldLayer);
  act(() => result.current.open());
  expect(result.current.isOpen).toBe(true);
  return { field, close: () => act(() => result.current.close()), unmount };
}
function layerOpens() {
  document.body.insertAdjacentHTML("beforeend", "<div role='dialog'><button type='button'>Transferir</button></div>");
  screen.getByRole("button").focus();
}

test("held keys: they wait as long as the layer takes, then go to it", () => {
  replaceTimers();
  openSlowly();
  expect(reaches("a")).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(reaches("Enter")).toBe(false);
  layerOpens();
  expect(reaches("Enter")).toBe(true);
});

test.each<{ way: string; end: (opening: ReturnType<typeof openSlowly>) => void }>([
  { way: "the layer closes", end: ({ close }) => close() },
  { way: "the layer cannot be loaded, and the screen goes", end: ({ unmount }) => unmount() },
  { way: "Escape is pressed", end: () => void reaches("Escape") },
  { way: "the user presses something else", end: ({ field }) => void fireEvent.pointerDown(field) },
])("held keys: they reach the page again when $way", ({ end }) => {
  const opening = openSlowly();
  expect(reaches("a")).toBe(false);
  end(opening);
  expect(reaches("a")).toBe(true);
});
