import { Hono, type MiddlewareHandler } from "hono";
import { describeRoute } from "hono-openapi";
import * as v from "valibot";
import type { SecretBox } from "../../db/index.ts";
import { changeSetting, listSettings } from "../../domain/account/settings/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe, textParameter } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { ChangedSettingAnswer, changeableKeys, SettingListAnswer } from "./answers.ts";

/** Clients repeat the key, and send numbers and switches with their own types. */
const SettingWire = v.object({
  value: v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)),
});

/** The route refuses other keys itself, after it has checked the permission. */
const keyParameter = textParameter("path", "key", "The key of the setting", changeableKeys);

type Deps = { signedIn: MiddlewareHandler<AppEnv>; settingsBox: SecretBox };

export function settingRoutes({ signedIn, settingsBox }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/settings",
      describe("settings", "List the company's settings; only admins get the secret ones", { 200: SettingListAnswer }),
      signedIn,
      async (c) => {
        // The answer contains passwords, so no browser or proxy may store it.
        c.header("Cache-Control", "no-store");
        return c.json(await c.var.read(listSettings));
      },
    )
    .put(
      "/settings/:key",
      describe("settings", "Change a setting (admins)", { 200: ChangedSettingAnswer }),
      describeRoute({ parameters: [keyParameter] }),
      signedIn,
      permitted("manageSettings"),
      validated("json", SettingWire),
      async (c) => {
        const { value } = c.req.valid("json");
        c.header("Cache-Control", "no-store");
        return c.json(await c.var.act((ctx) => changeSetting(ctx, { key: c.req.param("key"), value }, settingsBox)));
      },
    );
}
