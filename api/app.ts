import { Hono } from "hono";
import type { Logger } from "pino";
import { type Database, type Metrics, openMetrics, type Sequencer } from "../db/index.ts";
import { openMailBox } from "../domain/account/mail/index.ts";
import { openSettingsBox } from "../domain/account/settings/index.ts";
import { noAi, openAi } from "../domain/office/ai-text/index.ts";
import { readMailRules } from "../domain/office/mails/index.ts";
import { isLoopback } from "../outside/environment/index.ts";
import type { FileStore } from "../outside/file-store/index.ts";
import { noPayments } from "../outside/payments/index.ts";
import type { Streams } from "../sync/server/index.ts";
import { aiRoutes } from "./ai/routes.ts";
import { announcementRoutes } from "./announcements/routes.ts";
import { billingRoutes } from "./billing/routes.ts";
import { webhookRoutes } from "./billing/webhook-routes.ts";
import { campaignRoutes } from "./campaigns/routes.ts";
import { chatRoutes } from "./chats/routes.ts";
import { companyRoutes } from "./companies/routes.ts";
import { type Config, deriveKeys } from "./config.ts";
import { metaRoutes } from "./connections/meta-routes.ts";
import { pageEventRoutes } from "./connections/page-events.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { contactImportRoutes } from "./contact-imports/routes.ts";
import { contactListRoutes } from "./contact-lists/routes.ts";
import { contactRoutes } from "./contacts/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { externalSendingRoutes } from "./external-sending/routes.ts";
import { firstStepsRoutes } from "./first-steps/routes.ts";
import { helpRoutes } from "./helps/routes.ts";
import type { AppEnv } from "./http/app-env.ts";
import { appPage } from "./http/app-page.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { healthRoutes } from "./http/health.ts";
import { bodyLimits } from "./http/limits.ts";
import { metricsRoutes, requestMetrics } from "./http/metrics.ts";
import { onError, refuse } from "./http/on-error.ts";
import { normalPath } from "./http/paths.ts";
import { referenceRoutes } from "./http/reference/reference.ts";
import { sessionHandlers } from "./http/reference/refusals.ts";
import { requestLog } from "./http/request-log.ts";
import { sandboxInternet } from "./http/sandbox-internet.ts";
import { sandboxProxy } from "./http/sandbox-proxy.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { staticFiles } from "./http/static-files.ts";
import { mailRoutes } from "./mails/routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { numberFixRoutes } from "./number-fixes/routes.ts";
import { platformRoutes } from "./platform/routes.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { pushRoutes } from "./push/routes.ts";
import { queueRoutes } from "./queues/routes.ts";
import { quickMessageRoutes } from "./quick-messages/routes.ts";
import { scheduleRoutes } from "./schedules/routes.ts";
import {
  forgetAfterChanges,
  inviteBy,
  type KnownSessions,
  noKnownSessions,
  openLucia,
  passwordResetRoutes,
  requireSession,
  sessionRoutes,
  signUpRoutes,
} from "./session/index.ts";
import { settingRoutes } from "./settings/routes.ts";
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
  /** Without it each call checks its session in the database. */
  knownSessions?: KnownSessions;
};

/** Builds the HTTP application for main.ts and for tests (`app.request`). */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const { database, sequencer, fileStore, streams, config, logger, metrics = openMetrics(database) } = deps;
  const lucia = openLucia(database, { isSecure: config.publicUrl.startsWith("https:") });
  const bearerKeys = deriveKeys(config.secrets, "bearer");
  const mediaKeys = deriveKeys(config.secrets, "media address");
  const knownSessions = deps.knownSessions ?? noKnownSessions;
  const session = { database, sequencer, lucia, bearerKeys, knownSessions };
  const signedIn = requireSession(session);
  sessionHandlers.add(signedIn);
  const isLocalOnly = isLoopback(config.host) && !config.trustsProxy;
  const hasSandbox = config.sandboxUrl !== "";
  const internet = sandboxInternet((cookies) => lucia.readSessionCookie(cookies));
  const address = { keys: mediaKeys, publicUrl: config.publicUrl, trustsProxy: config.trustsProxy };

  const payments = config.payments ?? noPayments;
  const ai = openAi(config.ai ?? noAi, config.secrets);

  const app = new Hono<AppEnv>({ getPath: normalPath });
  app.onError(onError);
  app.notFound((c) => refuse(c, "ERR_NOT_FOUND"));
  if (hasSandbox) app.use(internet.obey);
  app.use(requestLog(logger, requestMetrics(metrics)));
  app.use(securityHeaders({ publicUrl: config.publicUrl, hasSandbox }));
  app.use(crossOrigin(config.corsOrigins));
  app.use(bodyLimits({ trustsProxy: config.trustsProxy }));
  app.use(forgetAfterChanges(knownSessions));

  app.route("/", appPage(config.pwaFolder));
  app.route("/", healthRoutes(database));
  app.route("/", metricsRoutes({ metrics, token: config.metricsToken ?? "", isLocalOnly }));
  app.route("/", sessionRoutes({ ...session, trustsProxy: config.trustsProxy }));
  const resetKeys = deriveKeys(config.secrets, "password reset");
  const mailBox = openMailBox(config.secrets);
  app.route(
    "/",
    signUpRoutes({
      ...session,
      signUpKeys: deriveKeys(config.secrets, "sign-up code"),
      mailBox,
      trustsProxy: config.trustsProxy,
      allowsSignUp: config.allowsSignUp ?? false,
      termsUrl: config.termsUrl ?? "",
      privacyUrl: config.privacyUrl ?? "",
      helpUrl: config.helpUrl ?? "",
    }),
  );
  const invite = inviteBy({ resetKeys, mailBox });
  app.route("/", passwordResetRoutes({ database, resetKeys, mailBox, trustsProxy: config.trustsProxy, knownSessions }));
  app.route("/", mediaRoutes({ database, fileStore, signedIn, mediaKeys }));
  if (hasSandbox) app.route("/", internet.routes);
  app.route("/", sandboxProxy(config.sandboxUrl));
  app.route("/", syncRoutes({ database, sequencer, streams, signedIn }));
  app.route("/", presenceRoutes({ signedIn }));
  app.route("/", pushRoutes({ database, signedIn, config }));
  app.route("/", uploadRoutes({ fileStore, signedIn }));
  app.route("/", ticketRoutes({ signedIn }));
  app.route("/", messageRoutes({ fileStore, signedIn, address }));
  app.route("/", chatRoutes({ signedIn, address }));
  app.route("/", contactImportRoutes({ fileStore, signedIn }));
  app.route("/", numberFixRoutes({ signedIn }));
  app.route("/", contactRoutes({ signedIn }));
  app.route("/", contactListRoutes({ fileStore, signedIn }));
  app.route("/", connectionRoutes({ signedIn }));
  app.route("/", metaRoutes({ signedIn, config }));
  app.route("/", pageEventRoutes({ database, config }));
  app.route("/", queueRoutes({ signedIn, flowsAllowed: config.flowsAllowed }));
  app.route("/", tagRoutes({ signedIn }));
  app.route("/", noteRoutes({ signedIn }));
  app.route("/", quickMessageRoutes({ fileStore, signedIn, address }));
  app.route("/", scheduleRoutes({ fileStore, signedIn, address }));
  app.route("/", campaignRoutes({ fileStore, signedIn, address }));
  app.route("/", billingRoutes({ signedIn, payments, address }));
  app.route("/", webhookRoutes({ database, payments }));
  app.route("/", aiRoutes({ database, signedIn, ai }));
  app.route("/", dashboardRoutes({ signedIn }));
  app.route("/", firstStepsRoutes({ signedIn, hasSandbox }));
  app.route("/", helpRoutes({ signedIn }));
  app.route("/", announcementRoutes({ fileStore, signedIn, address }));
  app.route("/", userRoutes({ signedIn, lucia, database, trustsProxy: config.trustsProxy, invite }));
  const settingsBox = openSettingsBox(config.secrets);
  app.route("/", settingRoutes({ signedIn, settingsBox }));
  app.route("/", mailRoutes({ database, signedIn, settingsBox, rules: config.mailRules ?? readMailRules({}) }));
  app.route("/", platformRoutes({ database, signedIn, invite, backupPlan: config.backupPlan ?? null }));
  app.route("/", companyRoutes({ signedIn }));
  app.route("/", externalSendingRoutes({ database, sequencer, fileStore, trustsProxy: config.trustsProxy }));
  app.route("/", referenceRoutes(app));
  app.route("/", staticFiles(config.pwaFolder));
  return app;
}
