import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { replaceTimers } from "../../testing/timers.ts";
import { DEBOUNCE_MS, useDebounced } from "./use-debounced.ts";

const Shown = ({ text }: { text: string }) => <p>{useDebounced(text)}</p>;

test("a value is passed on once it has not changed for the delay", () => {
  replaceTimers();
  const { rerender } = render(<Shown text="n" />);
  for (const text of ["no", "nov"]) {
    rerender(<Shown text={text} />);
    act(() => void vi.advanceTimersByTime(DEBOUNCE_MS / 2));
    expect(screen.getByText("n")).toBeInTheDocument();
  }
  act(() => void vi.advanceTimersByTime(DEBOUNCE_MS));
  expect(screen.getByText("nov")).toBeInTheDocument();
});
