import { fireEvent, screen } from "@testing-library/react";
import { act } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { useLongPress } from "./hooks/use-long-press.ts";
import { keepFocus } from "./layers/keep-focus.ts";

function Row({ onLong, onClick }: { onLong?: () => void; onClick: () => void }) {
  return (
    <div {...useLongPress(onLong)}>
      <button type="button" onClick={onClick}>
        Helena
      </button>
    </div>
  );
}

function renderRow(onLong: (() => void) | undefined = vi.fn()) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onClick = vi.fn();
  renderPart(<Row onLong={onLong} onClick={onClick} />);
  return { onLong, onClick, row: screen.getByRole("button", { name: "Helena" }) };
}
const touch = { pointerType: "touch", clientX: 100, clientY: 100 };
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("a long press on a row selects it, and the click at its end opens nothing", () => {
  const { onLong, onClick, row } = renderRow();
  fireEvent.pointerDown(row, touch);
  pass(600);
  expect(onLong).toHaveBeenCalledOnce();
  fireEvent.pointerUp(row, touch);
  fireEvent.click(row, { detail: 1 });
  expect(onClick).not.toHaveBeenCalled();
  fireEvent.pointerDown(row, touch);
  fireEvent.pointerUp(row, touch);
  fireEvent.click(row, { detail: 1 });
  expect(onClick).toHaveBeenCalledOnce();
});

test("a click by a program after a long press reaches the row: it opens a menu that was loaded meanwhile", () => {
  const { onLong, onClick, row } = renderRow();
  fireEvent.pointerDown(row, touch);
  pass(600);
  expect(onLong).toHaveBeenCalledOnce();
  fireEvent.click(row, { detail: 0 });
  expect(onClick).toHaveBeenCalledOnce();
  fireEvent.pointerUp(row, touch);
  fireEvent.click(row, { detail: 1 });
  expect(onClick).toHaveBeenCalledOnce();
});

test("a short touch is a click and no long press", () => {
  const { onLong, onClick, row } = renderRow();
  fireEvent.pointerDown(row, touch);
  pass(200);
  fireEvent.pointerUp(row, touch);
  fireEvent.click(row, { detail: 1 });
  pass(1_000);
  expect(onLong).not.toHaveBeenCalled();
  expect(onClick).toHaveBeenCalledOnce();
});

test.each([
  ["a finger that trembles", 4, 1],
  ["a finger that scrolls", 40, 0],
])("%s: moves of %i px give %i long presses", (_name, distance, times) => {
  const { onLong, row } = renderRow();
  fireEvent.pointerDown(row, touch);
  fireEvent.pointerMove(row, { ...touch, clientY: touch.clientY + distance });
  pass(600);
  expect(onLong).toHaveBeenCalledTimes(times);
});

test("a mouse button that is held down is no long press", () => {
  const { onLong, row } = renderRow();
  fireEvent.pointerDown(row, { ...touch, pointerType: "mouse" });
  pass(600);
  expect(onLong).not.toHaveBeenCalled();
});

test("the browser's context menu is suppressed after a long press and opens elsewhere", () => {
  const { row } = renderRow();
  expect(fireEvent.contextMenu(row)).toBe(true);
  fireEvent.pointerDown(row, touch);
  pass(600);
  expect(fireEvent.contextMenu(row)).toBe(false);
});

test("pressing a button of the composer leaves the focus and the phone's keyboard in the text field", async () => {
  const onSend = vi.fn();
  const { user } = renderPart(
    <div>
      <textarea aria-label="Mensagem" />
      <div {...keepFocus}>
        <button type="button" onClick={onSend}>
          Enviar
        </button>
      </div>
    </div>,
  );
  await user.type(screen.getByRole("textbox"), "Bom dia");
  await user.click(screen.getByRole("button", { name: "Enviar" }));
  expect(onSend).toHaveBeenCalledOnce();
  expect(screen.getByRole("textbox")).toHaveFocus();
});
