import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { RowProblem } from "../../sync/contracts/contact-imports.ts";
import { csvLine, csvMark } from "../contacts/index.ts";
import type { Context } from "../context.ts";
import { requireImport } from "./require-import.ts";

const { contactImportRows } = schema;

export type RejectedRow = { rowNumber: number; cells: string[]; problem: RowProblem | null };

const AT_ONCE = 1_000;

/** Returns the next rows that created no contact, after a given row; empty at the end. */
export async function rejectedRows(ctx: Context, importId: string, after: number): Promise<RejectedRow[]> {
  await requireImport(ctx, importId);
  return ctx.db
    .select({
      rowNumber: contactImportRows.rowNumber,
      cells: contactImportRows.cells,
      problem: contactImportRows.problem,
    })
    .from(contactImportRows)
    .where(
      and(
        eq(contactImportRows.companyId, ctx.companyId),
        eq(contactImportRows.importId, importId),
        inArray(contactImportRows.outcome, ["bad", "duplicate"]),
        gt(contactImportRows.rowNumber, after),
      ),
    )
    .orderBy(asc(contactImportRows.rowNumber))
    .limit(AT_ONCE);
}

/** Portuguese, like the file `contatos.csv`. */
const reasons: Record<RowProblem | "duplicate", string> = {
  name: "O nome deve ter de 2 a 50 letras",
  number: "Não é um número de telefone válido",
  email: "Não é um e-mail válido",
  duplicate: "Número repetido no arquivo, ou contato já igual",
};

export const rejectedHead = (headers: readonly string[]) => csvMark + csvLine(["Linha", "Motivo", ...headers]);

export const rejectedToCsv = ({ rowNumber, cells, problem }: RejectedRow) =>
  csvLine([String(rowNumber), reasons[problem ?? "duplicate"], ...cells]);
