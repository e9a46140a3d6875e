import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import { ContactListItemChange } from "../../contracts/marketing/contact-lists.ts";
import type { Context } from "../../domain/ground/context.ts";
import {
  changeItem,
  createItem,
  deleteItem,
  deleteItems,
  pageOfItems,
  requireItem,
} from "../../domain/marketing/contact-lists/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { ContactListItemAnswer, ContactListItemPageAnswer, DeletedItemsAnswer } from "./answers.ts";
import { ItemIdsWire, ItemQueryWire, itemToWire, NewItemWire } from "./wire.ts";

type Deps = { signedIn: MiddlewareHandler<AppEnv> };

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_CONTACT_LIST_ITEM_FOUND", c.req.param("id"));

/** Runs the verb and answers the item as it is afterwards. */
async function answer(c: Call<AppEnv>, act: (ctx: Context) => Promise<{ id: string }>) {
  return c.json(itemToWire(await c.var.act(async (ctx) => requireItem(ctx, (await act(ctx)).id))));
}

export function contactListItemRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/contact-list-items",
      describe(
        "contact-lists",
        "List the people of a list by name (20 per page); `part` is all, valid (on WhatsApp) or out (not on WhatsApp, or opted out)",
        { 200: ContactListItemPageAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("query", ItemQueryWire),
      async (c) => {
        const { searchParam: search, pageNumber: page, part, contactListId } = c.req.valid("query");
        const found = await c.var.read((ctx) => pageOfItems(ctx, contactListId, { search, page, part }));
        return c.json({ contacts: found.items.map(itemToWire), hasMore: found.hasMore });
      },
    )
    .get(
      "/contact-list-items/:id",
      describe("contact-lists", "Get a person of a list", { 200: ContactListItemAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        return c.json(itemToWire(await c.var.read((ctx) => requireItem(ctx, id))));
      },
    )
    .post(
      "/contact-list-items",
      describe("contact-lists", "Add a person to a list; a number is in a list once", { 200: ContactListItemAnswer }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", NewItemWire),
      (c) => {
        const { contactListId, ...person } = c.req.valid("json");
        return answer(c, (ctx) => createItem(ctx, contactListId, person));
      },
    )
    .put(
      "/contact-list-items/:id",
      describe("contact-lists", "Change a person of a list; another number is checked on WhatsApp again", {
        200: ContactListItemAnswer,
      }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", ContactListItemChange),
      (c) => answer(c, (ctx) => changeItem(ctx, idOf(c), c.req.valid("json"))),
    )
    .delete(
      "/contact-list-items/:id",
      describe("contact-lists", "Delete a person of a list (admins only)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        await c.var.act((ctx) => deleteItem(ctx, id));
        return c.json({ id });
      },
    )
    .post(
      "/contact-list-items/delete",
      describe("contact-lists", "Delete several people of lists (admins only); ids that do not exist are skipped", {
        200: DeletedItemsAnswer,
      }),
      signedIn,
      permitted("deleteContact"),
      validated("json", ItemIdsWire),
      async (c) => {
        const { ids } = c.req.valid("json");
        return c.json({ deleted: await c.var.act((ctx) => deleteItems(ctx, ids)) });
      },
    );
}
