import { fireEvent, screen } from "@testing-library/react";
import { act } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { becomePhone } from "../testing/browser-gaps.ts";
import { renderPart } from "../testing/render.tsx";
import { IconButton } from "./icon-button.tsx";

const button = () => screen.getByRole("button", { name: "Buscar" });
const tip = () => screen.queryByText("Buscar");

function renderButton() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return renderPart(<IconButton label="Buscar" shortcut="Ctrl K" icon={<svg aria-hidden="true" />} />);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("a mouse that rests on an icon sees its name and its key, and no longer when it leaves", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  expect(tip()).not.toBeInTheDocument();
  pass(500);
  expect(tip()).toBeInTheDocument();
  expect(screen.getByText("Ctrl K")).toBeInTheDocument();
  fireEvent.pointerLeave(button());
  expect(tip()).not.toBeInTheDocument();
});

test("a mouse that only passes over an icon opens no tooltip", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(100);
  fireEvent.pointerLeave(button());
  pass(1_000);
  expect(tip()).not.toBeInTheDocument();
});

test("pressing an icon takes its tooltip away", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(500);
  fireEvent.pointerDown(button());
  expect(tip()).not.toBeInTheDocument();
});

test("the keyboard's focus opens the tooltip at once", () => {
  renderButton();
  fireEvent.keyDown(document.body, { key: "Tab" });
  act(() => button().focus());
  pass(0);
  expect(tip()).toBeInTheDocument();
  act(() => button().blur());
  expect(tip()).not.toBeInTheDocument();
});

test("a finger opens no tooltip, neither by its touch nor by the focus that follows", () => {
  becomePhone();
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "touch" });
  act(() => button().focus());
  pass(1_000);
  expect(tip()).not.toBeInTheDocument();
});

test("the tooltip repeats the name for the eye alone: the button is read once", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(500);
  expect(tip()?.closest("[aria-hidden]")).toHaveAttribute("aria-hidden", "true");
  expect(button()).not.toHaveAccessibleDescription();
});
