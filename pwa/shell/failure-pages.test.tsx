import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { m } from "../i18n/paraglide/messages.js";
import { Route as ConnectionsRoute } from "../routes/_app/connections.tsx";
import { Route as MessagesApiRoute } from "../routes/_app/messages-api.tsx";
import { Route as QueuesRoute } from "../routes/_app/queues.tsx";
import { Route as SettingsRoute } from "../routes/_app/settings.tsx";
import { Route as UsersRoute } from "../routes/_app/users.tsx";
import { renderScreen } from "../testing/render.tsx";
import { FailurePage, NotFoundPage } from "./failure-pages.tsx";

const administration = {
  connections: ConnectionsRoute,
  "messages-api": MessagesApiRoute,
  queues: QueuesRoute,
  settings: SettingsRoute,
  users: UsersRoute,
};

test.each(Object.entries(administration))(
  "an agent who opens /%s by its address sends no request and is told why",
  async (_path, route) => {
    const Page = route.options.component as () => React.ReactNode;
    await renderScreen(<Page />, { signedIn: { profile: "user" } });
    expect(await screen.findByRole("heading", { name: m.ui_no_permission() })).toBeInTheDocument();
  },
);

test("an unknown address says so and links back", async () => {
  const { user, router } = await renderScreen(<NotFoundPage />, { path: "/nowhere" });
  expect(await screen.findByRole("heading", { name: m.shell_not_found() })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.shell_go_tickets() }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test("an error page retries by its button", async () => {
  const reset = vi.fn();
  const { user } = await renderScreen(<FailurePage error={new TypeError("x is undefined")} reset={reset} />);
  expect(await screen.findByRole("alert")).toHaveTextContent(m.shell_error());
  await user.click(screen.getByRole("button", { name: m.ui_try_again() }));
  expect(reset).toHaveBeenCalledOnce();
});

test("the diagnosis of an error page names the error, and neither a person nor the page's content", async () => {
  const error = new TypeError("Helena Sampaio is not iterable");
  const { user } = await renderScreen(<FailurePage error={error} reset={vi.fn()} />);
  await user.click(await screen.findByRole("button", { name: m.ui_copy_diagnosis() }));
  const copied = await navigator.clipboard.readText();
  expect(JSON.parse(copied)).toMatchObject({ error: "TypeError", online: true });
  expect(copied).not.toContain("Helena");
});

test("a page whose code is not on the device says that it needs the network", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const missing = new TypeError("Failed to fetch dynamically imported module: /assets/users.js");
  await renderScreen(<FailurePage error={missing} reset={vi.fn()} />);
  expect(await screen.findByText(m.shell_offline_screen())).toBeInTheDocument();
  vi.restoreAllMocks();
});
