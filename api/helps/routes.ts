import { Hono, type MiddlewareHandler } from "hono";
import { HelpInput } from "../../contracts/office/helps.ts";
import { changeHelp, createHelp, deleteHelp, type Help, listHelps } from "../../domain/office/helps/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { superOnly } from "../session/index.ts";
import { HelpAnswer, HelpListAnswer } from "./answers.ts";

const noHelp = "ERR_NO_HELP_FOUND";

export function helpRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/helps/list",
      describe("helps", "List the help videos with their YouTube codes", { 200: HelpListAnswer }),
      signedIn,
      async (c) => c.json(await c.var.read(listHelps)),
    )
    .get(
      "/helps",
      describe("helps", "List the help videos with their YouTube codes", { 200: HelpListAnswer }),
      signedIn,
      async (c) => c.json(await c.var.read(listHelps)),
    )
    .post(
      "/helps",
      describe("helps", "Create a help video (super users). `video`: a YouTube code or address", { 200: HelpAnswer }),
      signedIn,
      superOnly,
      validated("json", HelpInput),
      async (c) => c.json(helpToWire(await c.var.platform((ctx) => createHelp(ctx, c.req.valid("json"))))),
    )
    .put(
      "/helps/:id",
      describe("helps", "Change a help video (super users)", { 200: HelpAnswer }),
      signedIn,
      superOnly,
      validated("json", HelpInput),
      async (c) => {
        const id = idOr(noHelp, c.req.param("id"));
        return c.json(helpToWire(await c.var.platform((ctx) => changeHelp(ctx, id, c.req.valid("json")))));
      },
    )
    .delete(
      "/helps/:id",
      describe("helps", "Delete a help video (super users)", { 200: IdAnswer }),
      signedIn,
      superOnly,
      async (c) => {
        const id = idOr(noHelp, c.req.param("id"));
        await c.var.platform((ctx) => deleteHelp(ctx, id));
        return c.json({ id });
      },
    );
}

const helpToWire = ({ id, title, video, description }: Help) => ({ id, title, video, description });
