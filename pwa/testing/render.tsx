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
import type { SessionUser } from "../../contracts/account/session.ts";
import type { DeviceDesk } from "../../sync/client/index.ts";
import { givenDevice, openTestDesk } from "../../sync/client/testing/desk.ts";
import { createFakeServer, type FakeServer } from "../../sync/client/testing/fake-server.ts";
import { givenUser } from "../../sync/client/testing/given.ts";
import { OpenDesk } from "../session/desk.tsx";
import { serverCache } from "../session/server-data/server-cache.ts";
import { signIn } from "../session/session.ts";
import { Toaster } from "../ui/toasts/toast.tsx";
import { server } from "./server.ts";

type Rendered = RenderResult & { user: UserEvent };

/** Presses and types without pauses: the screens keep up with it. */
const testUser = (): UserEvent => userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** Renders a component that needs neither a session nor a router: most of `ui/`. `user` types and clicks. */
export function renderPart(part: ReactNode): Rendered {
  return { user: testUser(), ...render(part) };
}

type ScreenOptions = {
  /** Changes to the signed-in user, who is an admin by default. */
  signedIn?: Partial<SessionUser>;
  /** The screen's address; `router.state.location` gives the address after a navigation. */
  path?: string;
  /** The server of the replication. Fill it before rendering with `put`, disconnect it with `online = false`. */
  replication?: FakeServer;
  /** Opens the device of the screen before again, as after a reload: what it had not sent and had seen is still there. */
  sameDevice?: boolean;
};

/** The desk of the last screen: RxDB allows 16 open collections in a process, and a desk has more than half of them. */
let shown: DeviceDesk | null = null;

/**
 * Renders a screen with its surroundings in the app: a signed-in user, an address, toasts and a real desk (RxDB in
 * memory) that replicates with `replication`. REST requests are answered by the handlers of `server`.
 * The desk of the screen before is closed and its databases are deleted: unmount that screen first.
 */
export async function renderScreen(screen: ReactNode, options: ScreenOptions = {}) {
  const { signedIn, path = "/", replication = createFakeServer(), sameDevice = false } = options;
  const person = givenUser({ name: "Marina Duarte", profile: "admin", ...signedIn });
  const answer = () => HttpResponse.json({ token: "bearer", user: person });
  server.use(http.post("/auth/login", answer), http.post("/auth/refresh_token", answer));
  serverCache.clear();
  await signIn(person.email, "secret");
  await shown?.close();
  await deleteDatabases(sameDevice);
  const desk = await openTestDesk(givenDevice(person, replication));
  shown = desk;
  const router = routerAt(path, screen);
  const rendered = renderPart(
    <OpenDesk desk={desk} user={person}>
      <RouterProvider router={router} />
      <Toaster />
    </OpenDesk>,
  );
  return { ...rendered, router, desk, replication, person };
}

/** Users of several tests may have the same id, and so the same databases, while each test has a server of its own. */
async function deleteDatabases(sameDevice: boolean): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name && !(sameDevice && /outbox|cache/.test(name)))
      await new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done }));
  }
}

/** Renders a public screen: with an address, and nobody signed in. */
export function renderPublic(screen: ReactNode, path: string) {
  serverCache.clear();
  const router = routerAt(path, screen);
  return { ...renderPart(<RouterProvider router={router} />), router };
}

/** The screen is drawn at every address, so that a link changes only the address. */
function routerAt(path: string, screen: ReactNode) {
  const root = createRootRoute({ component: Outlet });
  const everywhere = createRoute({ getParentRoute: () => root, path: "$", component: () => screen });
  const history = createMemoryHistory({ initialEntries: [path] });
  return createRouter({ routeTree: root.addChildren([everywhere]), history });
}
