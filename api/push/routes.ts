import { Hono, type MiddlewareHandler } from "hono";
import { PushSubscriptionInput, PushSwitches } from "../../contracts/desk/notifications.ts";
import type { Database } from "../../db/index.ts";
import {
  changePushSwitches,
  endSubscriptionElsewhere,
  loadPushKeys,
  pushState,
  subscribePush,
  testPush,
  unsubscribePush,
} from "../../domain/desk/notifications/index.ts";
import { PUSH_CONTACT, type VapidKeys } from "../../outside/web-push/index.ts";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { DoneAnswer, PushKeyAnswer, PushStateAnswer, PushTestAnswer } from "./answers.ts";

type Deps = { database: Database; signedIn: MiddlewareHandler<AppEnv>; config: Config };

/**
 * Routes of push notifications, which reach a closed browser: it subscribes with the desk's key for the life of its
 * session.
 */
export function pushRoutes({ database, signedIn, config }: Deps) {
  const allowed = config.pushAllowed ?? [];
  let loading: Promise<VapidKeys> | null = null;
  function keys(): Promise<VapidKeys> {
    loading ??= loadPushKeys(database, config.secrets).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  return new Hono<AppEnv>()
    .get(
      "/push/key",
      describe("push", "Get the public key for push subscriptions", { 200: PushKeyAnswer }),
      signedIn,
      async (c) => {
        await c.var.person();
        return c.json({ key: (await keys()).publicKey });
      },
    )
    .post(
      "/push/subscriptions",
      describe("push", "Subscribe this browser to push notifications", { 200: DoneAnswer }),
      signedIn,
      validated("json", PushSubscriptionInput),
      async (c) => {
        const subscription = c.req.valid("json");
        const { companyId } = (await c.var.person()).actor;
        await endSubscriptionElsewhere(database.platform, subscription.endpoint, companyId);
        await c.var.act((ctx) => subscribePush(ctx, c.var.signedIn.sessionId, subscription, allowed));
        return c.json({});
      },
    )
    .delete(
      "/push/subscriptions",
      describe("push", "Unsubscribe this browser from push notifications", { 200: DoneAnswer }),
      signedIn,
      async (c) => {
        await c.var.act((ctx) => unsubscribePush(ctx, c.var.signedIn.sessionId));
        return c.json({});
      },
    )
    .get(
      "/push/settings",
      describe("push", "Get your notification settings and those of this device", { 200: PushStateAnswer }),
      signedIn,
      async (c) => c.json(await c.var.read((ctx) => pushState(ctx, c.var.signedIn.sessionId))),
    )
    .put(
      "/push/settings",
      describe("push", "Change your notification settings", { 200: PushStateAnswer }),
      signedIn,
      validated("json", PushSwitches),
      async (c) => {
        const switches = c.req.valid("json");
        const state = await c.var.act(async (ctx) => {
          await changePushSwitches(ctx, c.var.signedIn.sessionId, switches);
          return pushState(ctx, c.var.signedIn.sessionId);
        });
        return c.json(state);
      },
    )
    .post(
      "/push/test",
      describe("push", "Send a test notification to this browser and report which steps succeeded", {
        200: PushTestAnswer,
      }),
      signedIn,
      async (c) => {
        const { sessionId } = await c.var.person();
        const contact = config.pushContact || PUSH_CONTACT;
        return c.json(await testPush(c.var.act, sessionId, { keys: await keys(), contact, allowed }));
      },
    );
}
