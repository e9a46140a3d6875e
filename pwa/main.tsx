import { createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { openTaps, removeCover, removeCoverUnlessAt } from "./first-paint/cover.ts";
import { keptValue, setKeptScreen } from "./first-paint/kept-values.ts";
import { ticketAt } from "./first-paint/place.ts";
import { languageTag, useLanguage } from "./i18n/language.ts";
import { routeTree } from "./routeTree.gen.ts";
import "./ui/layers/pop-first.ts";
import { prepareDesk } from "./session/opening.ts";
import { session, startSession } from "./session/session.ts";
import { FailurePage, NotFoundPage } from "./shell/failure-pages.tsx";
import { watchTyping } from "./shell/typing.ts";
import { listenForInstall } from "./shell/updates/install.ts";
import { afterStart } from "./ui/load-when-idle.ts";

const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundPage,
});
declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** The language is the key, so that a new language draws everything again. */
function App() {
  const language = useLanguage();
  useEffect(
    () =>
      session.subscribe(() => {
        void router.invalidate(); // runs the route guards again
      }),
    [],
  );
  return <RouterProvider key={language} router={router} />;
}

// The kept screen is of the stored user. Another user, other rights or another page must not stay behind it.
session.subscribe(() => {
  removeCover();
  setKeptScreen(null);
});
router.subscribe("onResolved", ({ toLocation }) => removeCoverUnlessAt(toLocation.pathname));

openTaps((address) => {
  if (ticketAt(address)) void import("./screens/tickets/conversation/conversation.tsx");
  router.history.push(address);
});

document.documentElement.lang = languageTag();
startSession();
const { user } = session.get();
if (user && !user.company.restricted) prepareDesk(user, keptValue);
listenForInstall();
watchTyping();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
afterStart(() => void import("./shell/updates/app-update.ts").then(({ keepAppUpdated }) => keepAppUpdated()));
// After the first screen: only a reload with an open layer needs it before the first layer opens.
void import("./ui/layers/system-back.ts").then(({ connectHistory }) => connectHistory(router.history));
