import {
  checkNextRows,
  failImport,
  findImport,
  finishReading,
  importNextRows,
  keepRows,
} from "../../../domain/marketing/contact-imports/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { ImportRefused } from "./import-refused.ts";
import { readSpreadsheet } from "./read-spreadsheet.ts";

type Deps = { transactions: CompanyTransactions; files: FileStore };
type Job = { companyId: string; importId: string };

/** Runs the current step of an import in batches; an interrupted step continues where it stopped. */
export async function importContacts({ transactions, files }: Deps, { companyId, importId }: Job): Promise<void> {
  const found = await transactions.run(companyId, (ctx) => findImport(ctx, importId));
  if (found?.status === "reading") await read({ transactions, files }, { companyId, importId }, found.fileId);
  while (await transactions.runAndNumber(companyId, (ctx) => checkNextRows(ctx, importId)));
  while (await transactions.runAndNumber(companyId, (ctx) => importNextRows(ctx, importId)));
}

async function read({ transactions, files }: Deps, { companyId, importId }: Job, fileId: string): Promise<void> {
  try {
    const path = await files.localPath(companyId, fileId);
    if (!path) throw new ImportRefused("ERR_IMPORT_UNREADABLE");
    await readSpreadsheet(path, (rows) => transactions.runAndNumber(companyId, (ctx) => keepRows(ctx, importId, rows)));
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    await transactions.runAndNumber(companyId, (ctx) => failImport(ctx, importId, error.code));
    await files.remove(companyId, fileId);
    return;
  }
  await transactions.runAndNumber(companyId, (ctx) => finishReading(ctx, importId));
  await files.remove(companyId, fileId);
}
