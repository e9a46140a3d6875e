import { cleanupOutdatedCaches, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { answerNotifications } from "./shell/notifications/answer-notifications.ts";
import { ParallelPrecache } from "./shell/updates/parallel-precache.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

cleanupOutdatedCaches();
const app = new ParallelPrecache();
app.precache(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(app));

/** Addresses that the server answers itself when opened in a tab; every other address is a page of the app. */
const serverPages = [
  /^\/auth(\/|$)/,
  /^\/sync(\/|$)/,
  /^\/events(\/|$)/,
  /^\/sandbox(\/|$)/,
  /^\/docs(\/|$)/,
  /^\/openapi\.json$/,
  /^\/(health|ready|metrics)$/,
  /^\/(media|files|uploads|public)(\/|$)/,
  /^\/socket\.io(\/|$)/,
];
registerRoute(new NavigationRoute(app.createHandlerBoundToURL("/index.html"), { denylist: serverPages }));

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});

/** Takes control at once, so that the very first visit already works offline. */
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

answerNotifications(self);
