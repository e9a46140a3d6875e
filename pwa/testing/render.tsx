import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { type RenderResult, render } from "@testing-library/react";
import { PointerEventsCheckLevel, type UserEvent, userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { givenDevice, openTestDesk } from "../../sync/client/testing/desk.ts";
import { createFakeServer, type FakeServer } from "../../sync/client/testing/fake-server.ts";
import { givenUser } from "../../sync/client/testing/given.ts";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { OpenDesk } from "../session/desk.tsx";
import { signIn } from "../session/session.ts";
import { Toaster } from "../ui/toast.tsx";
import { server } from "./server.ts";

type Rendered = RenderResult & { user: UserEvent };

/** Renders a component that needs neither a session nor a router: most of `ui/`. `user` types and clicks. */
export function renderPart(part: ReactNode): Rendered {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { user, ...render(part) };
}

type ScreenOptions = {
  /** Changes to the signed-in user, who is an admin by default. */
  signedIn?: Partial<SessionUser>;
  /** The screen's address; `router.state.location` gives the address after a navigation. */
  path?: string;
  /** The server of the replication. Fill it before rendering with `put`, disconnect it with `online = false`. */
  replication?: FakeServer;
};

/**
 * Renders a screen with its surroundings in the app: a signed-in user, an address, toasts and a real desk (RxDB in
 * memory) that replicates with `replication`. REST requests are answered by the handlers of `server`.
 */
export async function renderScreen(screen: ReactNode, options: ScreenOptions = {}) {
  const { signedIn, path = "/", replication = createFakeServer() } = options;
  const person = givenUser({ name: "Marina Duarte", profile: "admin", ...signedIn });
  const answer = () => HttpResponse.json({ token: "bearer", user: person });
  server.use(http.post("/auth/login", answer), http.post("/auth/refresh_token", answer));
  await signIn(person.email, "secret");
  const desk = await openTestDesk(givenDevice(person, replication));
  const router = routerAt(path, screen);
  const rendered = renderPart(
    <OpenDesk desk={desk} user={person}>
      <RouterProvider router={router} />
      <Toaster />
    </OpenDesk>,
  );
  return { ...rendered, router, desk, replication, person };
}

/** The screen is drawn at every address, so that a link changes only the address. */
function routerAt(path: string, screen: ReactNode) {
  const root = createRootRoute({ component: Outlet });
  const everywhere = createRoute({ getParentRoute: () => root, path: "$", component: () => screen });
  const history = createMemoryHistory({ initialEntries: [path] });
  return createRouter({ routeTree: root.addChildren([everywhere]), history });
}
