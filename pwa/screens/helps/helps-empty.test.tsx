import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { m } from "../../i18n/paraglide/messages.js";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { HelpsScreen } from "./index.tsx";

beforeEach(() => {
  server.use(
    http.get("/helps/list", () => HttpResponse.json([])),
    http.get("/first-steps", () => HttpResponse.error()),
  );
});

test("helps without videos: the page offers the list of shortcuts", async () => {
  await renderScreen(<HelpsScreen />);
  expect(await screen.findByText(m.helps_empty_title())).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.keys_title() })).toBeInTheDocument();
});

test("helps without videos: a phone, which has no shortcuts, gets a link to the tickets", async () => {
  becomePhone();
  const { user, router } = await renderScreen(<HelpsScreen />, { path: "/helps" });
  expect(screen.queryByRole("button", { name: m.keys_title() })).not.toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: m.helps_to_tickets() }));
  expect(router.state.location.pathname).toBe("/tickets");
});
