import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import { ContactListInput, ContactSource } from "../../contracts/marketing/contact-lists.ts";
import { CheckAgainInput } from "../../contracts/wire/contact-lists.ts";
import { phoneHome } from "../../domain/account/settings/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { requireCampaigns } from "../../domain/marketing/campaigns/index.ts";
import { latestImport } from "../../domain/marketing/contact-imports/index.ts";
import {
  allLists,
  checkList,
  createList,
  deleteList,
  exportItems,
  fillList,
  type ItemView,
  itemsHead,
  itemToCsv,
  listSummary,
  pageOfLists,
  renameList,
  requireListView,
} from "../../domain/marketing/contact-lists/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { receiveSpreadsheet } from "../contact-imports/receive-spreadsheet.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { csvAnswer } from "../http/csv-answer.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import {
  CheckAnswer,
  ContactListAnswer,
  ContactListPageAnswer,
  ContactListSummaryAnswer,
  ContactListsAnswer,
  ContactsAddedAnswer,
} from "./answers.ts";
import { exampleSheet, SHEET_TYPE } from "./example-sheet.ts";
import { contactListItemRoutes } from "./item-routes.ts";
import { ItemFilterWire, ListQueryWire, listToWire, summaryToWire } from "./wire.ts";

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv> };

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_CONTACT_LIST_FOUND", c.req.param("id"));

export function contactListRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route("/", listRoutes(deps))
    .route("/", peopleRoutes(deps))
    .route("/", contactListItemRoutes(deps));
}

/** Runs the verb and answers the list as it is afterwards. */
async function answer(c: Call<AppEnv>, act: (ctx: Context) => Promise<{ id: string }>) {
  return c.json(listToWire(await c.var.act(async (ctx) => requireListView(ctx, (await act(ctx)).id))));
}

function listRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/contact-lists",
      describe("contact-lists", "List contact lists by name (20 per page)", { 200: ContactListPageAnswer }),
      signedIn,
      permitted("manageCampaigns"),
      validated("query", ListQueryWire),
      async (c) => {
        const { searchParam, pageNumber } = c.req.valid("query");
        const page = await c.var.read((ctx) => pageOfLists(ctx, { search: searchParam, page: pageNumber }));
        return c.json({ records: page.lists.map(listToWire), hasMore: page.hasMore });
      },
    )
    .get(
      "/contact-lists/list",
      describe("contact-lists", "List all contact lists by name, for a picker", { 200: ContactListsAnswer }),
      signedIn,
      permitted("manageCampaigns"),
      async (c) => c.json((await c.var.read(allLists)).map(listToWire)),
    )
    .get(
      "/contact-lists/example",
      describe("contact-lists", "Download an example spreadsheet for the upload (.xlsx)", { 200: bytes(SHEET_TYPE) }),
      signedIn,
      async (c) => {
        await c.var.read(requireCampaigns);
        return c.body(await exampleSheet(), 200, {
          "Content-Type": SHEET_TYPE,
          "Content-Disposition": 'attachment; filename="exemplo-lista.xlsx"',
        });
      },
    )
    .get(
      "/contact-lists/:id",
      describe("contact-lists", "Get a contact list", { 200: ContactListAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        return c.json(listToWire(await c.var.read((ctx) => requireListView(ctx, id))));
      },
    )
    .post(
      "/contact-lists",
      describe("contact-lists", "Create a contact list", { 200: ContactListAnswer }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", ContactListInput),
      (c) => answer(c, (ctx) => createList(ctx, c.req.valid("json"))),
    )
    .put(
      "/contact-lists/:id",
      describe("contact-lists", "Rename a contact list", { 200: ContactListAnswer }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", ContactListInput),
      (c) => answer(c, (ctx) => renameList(ctx, idOf(c), c.req.valid("json"))),
    )
    .delete(
      "/contact-lists/:id",
      describe("contact-lists", "Delete a contact list that no campaign needs", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        await c.var.act((ctx) => deleteList(ctx, id));
        return c.json({ id });
      },
    );
}

/** The calls on all people of a list. */
function peopleRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/contact-lists/:id/summary",
      describe("contact-lists", "Count the people of a list; with the campaign that needs it and its latest import", {
        200: ContactListSummaryAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const answer = await c.var.read(async (ctx) =>
          summaryToWire(await listSummary(ctx, id), await latestImport(ctx, { listId: id })),
        );
        return c.json(answer);
      },
    )
    .post(
      "/contact-lists/:id/contacts",
      describe("contact-lists", "Add contacts to a list: of a tag, of a queue, active since a day, or selected", {
        200: ContactsAddedAnswer,
      }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", ContactSource),
      async (c) => {
        const id = idOf(c);
        return c.json(await c.var.act((ctx) => fillList(ctx, id, c.req.valid("json"))));
      },
    )
    .post(
      "/contact-lists/:id/upload",
      describe(
        "contact-lists",
        "Import people into a list from a spreadsheet (`file`: .xlsx, .xls, .ods or .csv) in the background; `/contacts/imports/{id}` continues it. With `preview`, the import waits for its column mapping",
        { 202: IdAnswer },
      ),
      signedIn,
      async (c) => c.json({ id: await receiveSpreadsheet(c, fileStore, { listId: idOf(c) }) }, 202),
    )
    .post(
      "/contact-lists/:id/check",
      describe(
        "contact-lists",
        "Check numbers of a list on WhatsApp again: of these items, or all; `queued`: how many were not waiting yet",
        { 200: CheckAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", CheckAgainInput),
      async (c) => {
        const id = idOf(c);
        const { itemIds } = c.req.valid("json");
        return c.json({ queued: await c.var.act((ctx) => checkList(ctx, id, itemIds)) });
      },
    )
    .get(
      "/contact-lists/:id/export",
      describe("contact-lists", "Export the people of a list as CSV; `searchParam` and `part` filter them", {
        200: bytes("text/csv"),
      }),
      signedIn,
      validated("query", ItemFilterWire),
      async (c) => {
        const id = idOf(c);
        const { searchParam: search, part } = c.req.valid("query");
        const { read } = c.var;
        const next = (last: ItemView | null) =>
          read((ctx) => exportItems(ctx, id, { search, part }, last), { isLong: true });
        const home = await read(phoneHome);
        const line = (row: ItemView) => itemToCsv(row, home);
        return csvAnswer(c, { name: "lista.csv", head: itemsHead, next, line });
      },
    );
}
