import { Hono, type MiddlewareHandler } from "hono";
import { fixNumber, misreadNumbers, undoFix } from "../../domain/desk/number-fixes/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr } from "../http/validate.ts";
import { FixedNumberAnswer, MisreadAnswer, UndoneFixAnswer } from "./answers.ts";

const noContact = "ERR_NO_CONTACT_FOUND";

export function numberFixRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/contacts/misread",
      describe(
        "contacts",
        "List the contacts whose number looks misread, with the number that was meant (`proposal`) and the contact that already has it (`holder`), and the corrections that can be undone (admins)",
        { 200: MisreadAnswer },
      ),
      signedIn,
      async (c) => c.json(await c.var.act((ctx) => misreadNumbers(ctx))),
    )
    .post(
      "/contacts/misread/:contactId",
      describe(
        "contacts",
        "Give a contact the number that was meant, or merge it with the contact that has it; tickets and messages are kept. `id` undoes it (admins)",
        { 200: FixedNumberAnswer },
      ),
      signedIn,
      async (c) => {
        const contactId = idOr(noContact, c.req.param("contactId"));
        return c.json(await c.var.act((ctx) => fixNumber(ctx, contactId)));
      },
    )
    .delete(
      "/contacts/misread/:id",
      describe("contacts", "Undo the correction of a number: the contact gets its former number back (admins)", {
        200: UndoneFixAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr(noContact, c.req.param("id"));
        return c.json(await c.var.act((ctx) => undoFix(ctx, id)));
      },
    );
}
