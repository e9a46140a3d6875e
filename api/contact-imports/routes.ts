import { createHash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { uuidv7 } from "uuidv7";
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
import { type FileStore, receiveUploadPart } from "../../domain/files/index.ts";
import { ImportMapping, importLimits } from "../../sync/contracts/contact-imports.ts";
import { storable } from "../../sync/contracts/storable.ts";
import type { AppEnv } from "../http/app-env.ts";
import { csvAnswer } from "../http/csv-answer.ts";
import { describe } from "../http/describe.ts";
import { ValidationError } from "../http/on-error.ts";
import { idOr, validated } from "../http/validate.ts";

const noImport = "ERR_NO_IMPORT_FOUND";
type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv> };

export function contactImportRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/contacts/upload",
      describe(
        "contacts",
        "Import a spreadsheet (`file`, .xls or .xlsx) in the background; with `preview` it waits for its columns",
      ),
      signedIn,
      async (c) => {
        const { file, isDirect } = await readForm(c.req);
        const id = uuidv7();
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (bytes.length > importLimits.bytes) throw new DomainError("ERR_IMPORT_TOO_LARGE");
        if (bytes.length === 0) throw new DomainError("ERR_IMPORT_EMPTY");
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        const name = storable(file.name) || "contatos.xlsx";
        const importId = await c.var.act(async (ctx) => {
          await receiveUploadPart(ctx, fileStore, id, { offset: 0, size: bytes.length, sha256, name }, bytes);
          return beginImport(ctx, { id, name }, { isDirect });
        });
        return c.json({ id: importId }, 202);
      },
    )
    .post(
      "/contacts/import",
      describe(
        "contacts",
        "Make contacts of the address books of the company's phones; `id` is the import, null: nobody new",
      ),
      signedIn,
      async (c) => c.json({ id: await c.var.act((ctx) => importPhonebook(ctx, "agenda")) }, 202),
    )
    .post(
      "/contacts/import/chats",
      describe("contacts", "Make contacts of whom the company's phones have chats with; as above"),
      signedIn,
      async (c) => c.json({ id: await c.var.act((ctx) => importPhonebook(ctx, "chats")) }, 202),
    )
    .get(
      "/contacts/imports/latest",
      describe("contacts", "The person's last import; `null` when there is none"),
      signedIn,
      async (c) => c.json(await c.var.read(latestImport)),
    )
    .get("/contacts/imports/:id", describe("contacts", "How an import stands"), signedIn, async (c) => {
      const id = idOr(noImport, c.req.param("id"));
      return c.json(await c.var.act((ctx) => importView(ctx, id)));
    })
    .put(
      "/contacts/imports/:id",
      describe("contacts", "Say which column is what; every row is then looked at, and nothing is written"),
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
    .post("/contacts/imports/:id/run", describe("contacts", "Write what was looked at"), signedIn, async (c) => {
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
      describe("contacts", "The rows of which no contact was made, with the reason, as CSV"),
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
      describe("contacts", "Forget an import; what it did stays"),
      signedIn,
      async (c) => {
        const id = idOr(noImport, c.req.param("id"));
        await c.var.act((ctx) => deleteImport(ctx, id));
        return c.json({ id });
      },
    );
}

async function readForm(request: { formData(): Promise<FormData> }): Promise<{ file: File; isDirect: boolean }> {
  const form = await request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) throw new ValidationError({ body: ["not a form"] });
    throw error;
  });
  const file = form.get("file");
  if (!(file instanceof File)) throw new ValidationError({ file: ["no file"] });
  return { file, isDirect: !form.has("preview") };
}
