import { Hono, type MiddlewareHandler } from "hono";
import { ImportColumns, REJECTED_SHOWN } from "../../contracts/marketing/contact-imports.ts";
import {
  adjustedRows,
  deleteImport,
  importPhonebook,
  importView,
  latestImport,
  mapImport,
  type RejectedRow,
  readNumbers,
  rejectedHead,
  rejectedRows,
  rejectedToCsv,
  runImport,
} from "../../domain/marketing/contact-imports/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { csvAnswer } from "../http/csv-answer.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import {
  AdjustedRowsAnswer,
  ImportAnswer,
  LatestImportAnswer,
  PhonebookImportAnswer,
  ReadNumbersAnswer,
  RejectedRowsAnswer,
  StartedImportAnswer,
} from "./answers.ts";
import { receiveSpreadsheet } from "./receive-spreadsheet.ts";

const noImport = "ERR_NO_IMPORT_FOUND";
type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv> };

export function contactImportRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .route("/", startRoutes({ fileStore, signedIn }))
    .route("/", stepRoutes({ signedIn }))
    .route("/", rowRoutes({ signedIn }));
}

function startRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/contacts/upload",
      describe(
        "contacts",
        "Import contacts from a spreadsheet (`file`: .xlsx, .xls, .ods or .csv) in the background; with `preview`, the import waits for its column mapping",
        { 202: StartedImportAnswer },
      ),
      signedIn,
      async (c) => {
        const importId = await receiveSpreadsheet(c, fileStore);
        return c.json({ id: importId }, 202);
      },
    )
    .post(
      "/contacts/import",
      describe(
        "contacts",
        "Import the address books of the company's phones; `id` names the import, or is null when there is no new contact",
        { 202: PhonebookImportAnswer },
      ),
      signedIn,
      async (c) => c.json({ id: await c.var.act((ctx) => importPhonebook(ctx, "agenda")) }, 202),
    )
    .post(
      "/contacts/import/chats",
      describe(
        "contacts",
        "Import the people in the conversations of the company's phones; `id` names the import, or is null when there is no new contact",
        { 202: PhonebookImportAnswer },
      ),
      signedIn,
      async (c) => c.json({ id: await c.var.act((ctx) => importPhonebook(ctx, "chats")) }, 202),
    );
}

function stepRoutes({ signedIn }: Pick<Deps, "signedIn">) {
  return new Hono<AppEnv>()
    .get(
      "/contacts/imports/latest",
      describe("contacts", "Get your most recent import, or `null`", { 200: LatestImportAnswer }),
      signedIn,
      async (c) => c.json(await c.var.read((ctx) => latestImport(ctx))),
    )
    .get(
      "/contacts/imports/:id",
      describe("contacts", "Get the state of an import", { 200: ImportAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        return c.json(await c.var.act((ctx) => importView(ctx, id)));
      },
    )
    .put(
      "/contacts/imports/:id",
      describe(
        "contacts",
        "Set the columns of an import, counted from 0, and `headerRow`, the row with their names (0: the first row is a contact); `withHidden`: also the rows that the spreadsheet hides (`hidden`: how many), which are left out otherwise; validates every row and saves no contact",
        { 200: ImportAnswer },
      ),
      signedIn,
      validated("json", ImportColumns),
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        return c.json(
          await c.var.act(async (ctx) => {
            await mapImport(ctx, id, c.req.valid("json"));
            return importView(ctx, id);
          }),
        );
      },
    )
    .post(
      "/contacts/imports/:id/run",
      describe("contacts", "Start a previewed import", { 200: ImportAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        return c.json(
          await c.var.act(async (ctx) => {
            await runImport(ctx, id);
            return importView(ctx, id);
          }),
        );
      },
    )
    .delete(
      "/contacts/imports/:id",
      describe("contacts", "Remove an import from the list; its contacts are kept", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        await c.var.act((ctx) => deleteImport(ctx, id));
        return c.json({ id });
      },
    );
}

/** Routes of the rows of an import. */
function rowRoutes({ signedIn }: Pick<Deps, "signedIn">) {
  return new Hono<AppEnv>()
    .get(
      "/contacts/imports/:id/rejected-rows",
      describe(
        "contacts",
        "Get the first 50 rows that are not imported: before the run the expected ones; `repeats` is the earlier row with the same number",
        { 200: RejectedRowsAnswer },
      ),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        const rows = await c.var.act((ctx) => rejectedRows(ctx, id, 0, REJECTED_SHOWN));
        return c.json({ rows: rows.map(({ cells: _, ...row }) => row) });
      },
    )
    .get(
      "/contacts/imports/:id/read-numbers",
      describe(
        "contacts",
        "Get how the numbers of an import were read: the first 50 that are not what the spreadsheet says digit by digit, or are of another country (`country`), and how many there are",
        { 200: ReadNumbersAnswer },
      ),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        return c.json(await c.var.act((ctx) => readNumbers(ctx, id)));
      },
    )
    .get(
      "/contacts/imports/:id/adjusted-rows",
      describe(
        "contacts",
        "Get the first 50 rows that are imported with a difference, with the reason (`kind`) and the text that it is about, and how many there are",
        { 200: AdjustedRowsAnswer },
      ),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        return c.json(await c.var.act((ctx) => adjustedRows(ctx, id)));
      },
    )
    .get(
      "/contacts/imports/:id/rejected",
      describe("contacts", "Download the rows that were not imported, with the reason, as CSV", {
        200: bytes("text/csv"),
      }),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        const { act } = c.var;
        const next = (last: RejectedRow | null) =>
          act((ctx) => rejectedRows(ctx, id, last?.rowNumber ?? 0), { isLong: true });
        const { headers } = await act((ctx) => importView(ctx, id));
        const head = rejectedHead(headers);
        return csvAnswer(c, { name: "contatos-recusados.csv", head, next, line: rejectedToCsv });
      },
    );
}
