import { fireEvent, screen } from "@testing-library/react";
import { act } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { renderPart } from "../../testing/render.tsx";
import { IconButton } from "../icon-button.tsx";

const button = () => screen.getByRole("button", { name: "Buscar" });
const tip = () => screen.queryByText("Buscar");

function renderButton() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return renderPart(<IconButton label="Buscar" shortcut="Ctrl K" icon={<svg aria-hidden="true" />} />);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("tooltip: shows name and key while a mouse rests on an icon, and closes when it leaves", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  expect(tip()).not.toBeInTheDocument();
  pass(500);
  expect(tip()).toBeInTheDocument();
  expect(screen.getByText("Ctrl K")).toBeInTheDocument();
  fireEvent.pointerLeave(button());
  expect(tip()).not.toBeInTheDocument();
});

test("tooltip: a mouse that only crosses an icon opens none", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(100);
  fireEvent.pointerLeave(button());
  pass(1_000);
  expect(tip()).not.toBeInTheDocument();
});

test("tooltip: a button shows none while what it opened is open", () => {
  renderButton();
  button().setAttribute("aria-expanded", "true");
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(500);
  expect(tip()).not.toBeInTheDocument();
});

test("tooltip: pressing an icon closes it", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(500);
  fireEvent.pointerDown(button());
  expect(tip()).not.toBeInTheDocument();
});

test("tooltip: keyboard focus opens it at once", () => {
  renderButton();
  fireEvent.keyDown(document.body, { key: "Tab" });
  act(() => button().focus());
  pass(0);
  expect(tip()).toBeInTheDocument();
  act(() => button().blur());
  expect(tip()).not.toBeInTheDocument();
});

test("tooltip: neither a touch nor the focus that follows opens it", () => {
  becomePhone();
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "touch" });
  act(() => button().focus());
  pass(1_000);
  expect(tip()).not.toBeInTheDocument();
});

test("tooltip: repeats the name visually only, so the button is read once", () => {
  renderButton();
  fireEvent.pointerEnter(button(), { pointerType: "mouse" });
  pass(500);
  expect(tip()?.closest("[aria-hidden]")).toHaveAttribute("aria-hidden", "true");
  expect(button()).not.toHaveAccessibleDescription();
});
