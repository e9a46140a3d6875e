import { Hono, type MiddlewareHandler } from "hono";
import {
  beginImport,
  deleteImport,
  importPhonebook,
  importView,
  latestImport,
  mapImport,
  type RejectedRow,
  rejectedHead,
  rejectedRows,
  rejectedToCsv,
  runImport,
} from "../../domain/contact-imports/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import type { FileStore } from "../../domain/files/index.ts";
import { ImportMapping, importLimits } from "../../sync/contracts/contact-imports.ts";
import type { AppEnv } from "../http/app-env.ts";
import { csvAnswer } from "../http/csv-answer.ts";
import { describe } from "../http/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { readFile, readForm, storeReceived } from "../uploads/received-files.ts";

const noImport = "ERR_NO_IMPORT_FOUND";
type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv> };

export function contactImportRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/contacts/upload",
      describe(
        "contacts",
        "Import contacts from a spreadsheet (`file`, .xls or .xlsx) in the background; with `preview`, the import waits for its column mapping",
      ),
      signedIn,
      async (c) => {
        const form = await readForm(c.req);
        const file = await readFile(form, "contatos.xlsx");
        if (file.bytes.length > importLimits.bytes) throw new DomainError("ERR_IMPORT_TOO_LARGE");
        if (file.bytes.length === 0) throw new DomainError("ERR_IMPORT_EMPTY");
        const isDirect = !form.has("preview");
        const importId = await c.var.act(async (ctx) => {
          await storeReceived(ctx, fileStore, file);
          return beginImport(ctx, file, { isDirect });
        });
        return c.json({ id: importId }, 202);
      },
    )
    .post(
      "/contacts/import",
      describe(
        "contacts",
        "Import the address books of the company's phones; `id` names the import, or is null when there is no new contact",
      ),
      signedIn,
      async (c) => c.json({ id: await c.var.act((ctx) => importPhonebook(ctx, "agenda")) }, 202),
    )
    .post(
      "/contacts/import/chats",
      describe(
        "contacts",
        "Import the people in the conversations of the company's phones; `id` names the import, or is null when there is no new contact",
      ),
      signedIn,
      async (c) => c.json({ id: await c.var.act((ctx) => importPhonebook(ctx, "chats")) }, 202),
    )
    .get(
      "/contacts/imports/latest",
      describe("contacts", "Get your most recent import, or `null`"),
      signedIn,
      async (c) => c.json(await c.var.read(latestImport)),
    )
    .get("/contacts/imports/:id", describe("contacts", "Get the state of an import"), signedIn, async (c) => {
      const id = idOr(noImport, c.req.param("id"));
      return c.json(await c.var.act((ctx) => importView(ctx, id)));
    })
    .put(
      "/contacts/imports/:id",
      describe("contacts", "Set the column mapping of an import; validates every row and saves no contact"),
      signedIn,
      validated("json", ImportMapping),
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
    .post("/contacts/imports/:id/run", describe("contacts", "Start a previewed import"), signedIn, async (c) => {
      const id = idOr(noImport, c.req.param("id"));
      return c.json(
        await c.var.act(async (ctx) => {
          await runImport(ctx, id);
          return importView(ctx, id);
        }),
      );
    })
    .get(
      "/contacts/imports/:id/rejected",
      describe("contacts", "Download the rows that were not imported, with the reason, as CSV"),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        const { act } = c.var;
        const next = (last: RejectedRow | null) => act((ctx) => rejectedRows(ctx, id, last?.rowNumber ?? 0));
        const { headers } = await act((ctx) => importView(ctx, id));
        const head = rejectedHead(headers);
        return csvAnswer(c, { name: "contatos-recusados.csv", head, next, line: rejectedToCsv });
      },
    )
    .delete(
      "/contacts/imports/:id",
      describe("contacts", "Remove an import from the list; its contacts are kept"),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        await c.var.act((ctx) => deleteImport(ctx, id));
        return c.json({ id });
      },
    );
}
