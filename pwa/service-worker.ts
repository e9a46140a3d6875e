import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

import { answerNotifications } from "./shell/notifications/answer-notifications.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);

/** What the server answers by itself when the address is opened in a tab; everything else is a page of the app. */
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
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: serverPages }));

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});

/** The very first visit already works without a network. */
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

answerNotifications(self);
