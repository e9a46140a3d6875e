import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderScreen } from "../../testing/render.tsx";
import { TasksScreen } from "./index.tsx";

/** Stores tasks as another tab of this browser does. */
function givenStored(...texts: string[]) {
  const tasks = texts.map((text, index) => {
    const at = new Date(Date.UTC(2026, 10, 20, 12, index)).toISOString();
    return { text, createdAt: at, updatedAt: at };
  });
  localStorage.setItem("tasks", JSON.stringify(tasks));
  fireEvent(window, new StorageEvent("storage", { key: "tasks" }));
}
const field = () => screen.findByLabelText(m.tasks_new());
const shown = async () => within(await screen.findByRole("list", { name: m.tasks_title() })).getAllByRole("listitem");

beforeEach(() => localStorage.removeItem("tasks"));

async function renderTasks(...texts: string[]) {
  const rendered = await renderScreen(<TasksScreen />);
  await field();
  givenStored(...texts);
  return rendered;
}

test("tasks: Enter adds a task, clears the field and stores the task on this device", async () => {
  const { user } = await renderTasks();
  await user.type(await field(), " Ligar para Helena {Enter}");
  expect((await shown())[0]).toHaveTextContent("Ligar para Helena");
  expect(await field()).toHaveValue("");
  expect(localStorage.getItem("tasks")).toContain("Ligar para Helena");
});

test("tasks: a blank one cannot be added", async () => {
  const { user } = await renderTasks();
  await user.type(await field(), "   {Enter}");
  expect(screen.getByRole("button", { name: m.tasks_add() })).toBeDisabled();
  expect(screen.getByText(m.tasks_empty_title())).toBeInTheDocument();
});

test("tasks: Enter saves a change in place, and Escape discards it", async () => {
  const { user } = await renderTasks("Ligar para Helena");
  await user.click(await screen.findByRole("button", { name: m.tasks_edit({ text: "Ligar para Helena" }) }));
  const text = () => screen.getByRole("textbox", { name: m.tasks_text() });
  expect(text()).toHaveFocus();
  await user.type(text(), " hoje{Escape}");
  expect((await shown())[0]).toHaveTextContent("Ligar para Helena");
  expect((await shown())[0]).not.toHaveTextContent("hoje");
  await user.click(screen.getByRole("button", { name: m.tasks_edit({ text: "Ligar para Helena" }) }));
  await user.type(text(), " amanhã{Enter}");
  expect((await shown())[0]).toHaveTextContent("Ligar para Helena amanhã");
});

test("tasks: the toast restores a deleted one at its position", async () => {
  const { user } = await renderTasks("um", "dois", "três");
  await user.click(await screen.findByRole("button", { name: m.tasks_delete({ text: "dois" }) }));
  expect(await shown()).toHaveLength(2);
  await user.click(await screen.findByRole("button", { name: m.tasks_undo() }));
  expect((await shown())[1]).toHaveTextContent("dois");
});

test("tasks: one added in another tab appears here", async () => {
  await renderTasks("um");
  expect(await shown()).toHaveLength(1);
  givenStored("um", "dois");
  expect(await screen.findByText("dois")).toBeInTheDocument();
});

test("tasks: a finished one is removed from the list and the browser, and can be restored", async () => {
  const { user } = await renderTasks("Embalar o vaso");
  await user.click(await screen.findByRole("checkbox", { name: m.tasks_finish({ text: "Embalar o vaso" }) }));
  expect(await screen.findByText(m.tasks_empty_title())).toBeInTheDocument();
  expect(localStorage.getItem("tasks")).toBe("[]");
  expect(await screen.findByText(m.tasks_done())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tasks_undo() }));
  expect(await shown()).toHaveLength(1);
  expect(localStorage.getItem("tasks")).toContain("Embalar o vaso");
});
