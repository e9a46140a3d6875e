import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { deleteAction, editAction } from "./record-actions.tsx";
import { RecordRows } from "./record-rows.tsx";

type Row = { id: string; name: string };
const ana = { id: "1", name: "Ana" };
const bia = { id: "2", name: "Bia" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function Rows({ onEdit = () => {} }: { onEdit?: (row: Row) => void }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <RecordRows
      label="People"
      rows={[ana, bia]}
      rowKey={({ id }) => id}
      look={({ name }) => ({ name, picture: null, line: "line" })}
      fields={({ name }) => [
        { label: "E-mail", value: `${name}@example.com` },
        { label: "Empty", value: "" },
      ]}
      actions={(row) => [
        deleteAction({ onSelect: () => {} }),
        editAction({ onSelect: () => onEdit(row) }),
        { label: "Open", icon: null, primary: true, onSelect: () => {} },
      ]}
      selection={{ ids, onChange: setIds, canSelect: () => true, actions: [] }}
    />
  );
}

const row = (name: string) => screen.getByRole("button", { name: new RegExp(name) });
const hold = (element: HTMLElement) => {
  fireEvent.pointerDown(element, { pointerType: "touch", clientX: 5, clientY: 5 });
  act(() => void vi.advanceTimersByTime(600));
  fireEvent.pointerUp(element, { pointerType: "touch" });
  fireEvent.click(element, { detail: 1 });
};

test("record rows: a row opens a sheet with its non-empty fields, the destructive action last", () => {
  const onEdit = vi.fn();
  render(<Rows onEdit={onEdit} />);
  fireEvent.click(row("Ana"));
  const sheet = within(screen.getByRole("dialog", { name: "Ana" }));
  expect(sheet.getByText("Ana@example.com")).toBeInTheDocument();
  expect(sheet.queryByText("Empty")).not.toBeInTheDocument();
  const lines = sheet.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines).toEqual([m.ui_edit(), m.lists_select_many(), m.ui_delete()]);
  fireEvent.click(sheet.getByRole("button", { name: m.ui_edit() }));
  expect(onEdit).toHaveBeenCalledWith(ana);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("record rows: a long press selects, its final click opens nothing, and further taps select", () => {
  render(<Rows />);
  hold(row("Ana"));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(row("Ana")).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(row("Bia"));
  expect(row("Bia")).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(row("Ana"));
  fireEvent.click(row("Bia"));
  expect(row("Ana")).not.toHaveAttribute("aria-pressed");
});

test("record rows: scrolling does not select", () => {
  render(<Rows />);
  fireEvent.pointerDown(row("Ana"), { pointerType: "touch", clientX: 5, clientY: 5 });
  fireEvent.pointerMove(row("Ana"), { pointerType: "touch", clientX: 5, clientY: 40 });
  act(() => void vi.advanceTimersByTime(600));
  expect(row("Ana")).not.toHaveAttribute("aria-pressed");
});

test("a name is drawn in the direction of its own letters", () => {
  render(<Rows />);
  expect(screen.getByText("Ana")).toHaveAttribute("dir", "auto");
});
