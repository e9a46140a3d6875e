import pino from "pino";
import { openDatabase, openSequencer } from "../../db/index.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { importContacts } from "../jobs/import/import-contacts.ts";

/** A connector's import as a process that a test can kill: it prints a line after each transaction. */
const { DATABASE_URL = "", FILES = "", COMPANY_ID = "", IMPORT_ID = "" } = process.env;
const database = openDatabase(DATABASE_URL, { max: 3, name: "killed import" });
const transactions = openCompanyTransactions(database, openSequencer(database), pino({ level: "silent" }));
const reportingTransactions: typeof transactions = {
  ...transactions,
  async runAndNumber(companyId, work) {
    const result = await transactions.runAndNumber(companyId, work);
    process.stdout.write("done\n");
    return result;
  },
};
await importContacts(
  { transactions: reportingTransactions, files: openDiskFileStore(FILES) },
  { companyId: COMPANY_ID, importId: IMPORT_ID },
);
await transactions.settled();
await database.close();
