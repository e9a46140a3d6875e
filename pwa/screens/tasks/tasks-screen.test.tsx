import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { renderScreen } from "../../testing/render.tsx";
import { TasksScreen } from "./index.tsx";

beforeEach(() => localStorage.removeItem("tasks"));
const stored = () => (JSON.parse(localStorage.getItem("tasks") ?? "[]") as { text: string }[]).map(({ text }) => text);

async function renderWith(text: string) {
  const rendered = await renderScreen(<TasksScreen />);
  await rendered.user.type(await screen.findByLabelText(m.tasks_new()), `${text}{Enter}`);
  return rendered;
}

test("a finished task leaves the list and the browser, and can be taken back", async () => {
  const { user } = await renderWith("Embalar o vaso");
  await user.click(screen.getByRole("checkbox", { name: m.tasks_finish({ text: "Embalar o vaso" }) }));
  expect(screen.getByText(m.tasks_empty_title())).toBeInTheDocument();
  expect(stored()).toEqual([]);
  expect(await screen.findByText(m.tasks_done())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tasks_undo() }));
  expect(screen.getByText("Embalar o vaso")).toBeInTheDocument();
  expect(stored()).toEqual(["Embalar o vaso"]);
});
