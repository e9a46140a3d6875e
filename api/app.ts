import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Logger } from "pino";
import { type Database, type Metrics, openMetrics, type Sequencer } from "../db/index.ts";
import type { FileStore } from "../domain/files/index.ts";
import type { Streams } from "../sync/server/index.ts";
import { type Config, deriveKey } from "./config.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { contactRoutes } from "./contacts/routes.ts";
import type { AppEnv } from "./http/app-env.ts";
import { appPage } from "./http/app-page.ts";
import { healthRoutes } from "./http/health.ts";
import { bodyLimits } from "./http/limits.ts";
import { metricsRoutes, requestMetrics } from "./http/metrics.ts";
import { onError, refuse } from "./http/on-error.ts";
import { normalPath } from "./http/paths.ts";
import { referenceRoutes } from "./http/reference.ts";
import { requestLog } from "./http/request-log.ts";
import { sandboxProxy } from "./http/sandbox-proxy.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { staticFiles } from "./http/static-files.ts";
import { mediaRoutes } from "./media/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { pushRoutes } from "./push/routes.ts";
import { queueRoutes } from "./queues/routes.ts";
import { quickMessageRoutes } from "./quick-messages/routes.ts";
import { scheduleRoutes } from "./schedules/routes.ts";
import { openLucia, requireSession, sessionRoutes } from "./session/index.ts";
import { syncRoutes } from "./sync/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { userRoutes } from "./users/routes.ts";

export type AppDeps = {
  database: Database;
  sequencer: Sequencer;
  fileStore: FileStore;
  streams: Streams;
  config: Config;
  logger: Logger;
  metrics?: Metrics;
};

/** The HTTP door, for main.ts and for tests (`app.request`). */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const { database, sequencer, fileStore, streams, config, logger, metrics = openMetrics(database) } = deps;
  const lucia = openLucia(database, { isSecure: config.publicUrl.startsWith("https:") });
  const bearerKey = deriveKey(config.secret, "bearer");
  const mediaKey = deriveKey(config.secret, "media address");
  const session = { database, sequencer, lucia, bearerKey };
  const signedIn = requireSession(session);
  const address = { key: mediaKey, publicUrl: config.publicUrl, trustsProxy: config.trustsProxy };

  const app = new Hono<AppEnv>({ getPath: normalPath });
  app.onError(onError);
  app.notFound((c) => refuse(c, "ERR_NOT_FOUND"));
  app.use(requestLog(logger, requestMetrics(metrics)));
  app.use(securityHeaders());
  app.use(cors({ origin: config.corsOrigins, credentials: true, exposeHeaders: ["Retry-After", "X-Request-Id"] }));
  app.use(bodyLimits());

  app.route("/", appPage(config.pwaFolder));
  app.route("/", healthRoutes(database));
  app.route("/", metricsRoutes({ metrics, token: config.metricsToken ?? "" }));
  app.route("/", sessionRoutes({ ...session, trustsProxy: config.trustsProxy }));
  app.route("/", mediaRoutes({ database, fileStore, signedIn, mediaKey }));
  app.route("/", sandboxProxy(config.sandboxUrl));
  app.route("/", syncRoutes({ database, sequencer, streams, signedIn }));
  app.route("/", presenceRoutes({ signedIn }));
  app.route("/", pushRoutes({ database, signedIn, config }));
  app.route("/", uploadRoutes({ fileStore, signedIn }));
  app.route("/", ticketRoutes({ signedIn }));
  app.route("/", messageRoutes({ fileStore, signedIn, address }));
  app.route("/", contactRoutes({ signedIn }));
  app.route("/", connectionRoutes({ signedIn }));
  app.route("/", queueRoutes({ signedIn }));
  app.route("/", tagRoutes({ signedIn }));
  app.route("/", noteRoutes({ signedIn }));
  app.route("/", quickMessageRoutes({ fileStore, signedIn, address }));
  app.route("/", scheduleRoutes({ fileStore, signedIn, address }));
  app.route("/", userRoutes({ signedIn }));
  app.route("/", referenceRoutes(app));
  app.route("/", staticFiles(config.pwaFolder));
  return app;
}
