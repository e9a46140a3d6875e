import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { renderScreen } from "../testing/render.tsx";
import { OpeningScreen } from "./opening-screen.tsx";

test.each([
  ["/schedules", () => m.shell_schedules()],
  ["/tickets/0190d3a0-0000-7000-8000-0000000000c1", () => m.shell_tickets()],
  ["/EmailScheduler", () => m.email_title()],
  ["/settings", () => m.settings_title()],
])("while the desk opens, %s shows its title and placeholders", async (path, title) => {
  await renderScreen(<OpeningScreen />, { path, signedIn: { profile: "admin" } });
  expect(await screen.findByRole("heading", { level: 1, name: title() })).toBeInTheDocument();
  expect(await screen.findByRole("status", { name: m.ui_loading() })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toContain(title()));
});

test("while the desk opens, an address without an entry in the menu shows placeholders without a title", async () => {
  await renderScreen(<OpeningScreen />, { path: "/users", signedIn: { profile: "user" } });
  expect(await screen.findByRole("status", { name: m.ui_loading() })).toBeInTheDocument();
  expect(screen.queryByRole("heading")).not.toBeInTheDocument();
});
