import { type SQL, sql } from "drizzle-orm";
import type { RejectedRowView, RowProblem } from "../../../contracts/marketing/contact-imports.ts";
import { schema } from "../../../db/index.ts";
import { csvLine, csvMark } from "../../desk/contacts/index.ts";
import type { Context } from "../../ground/context.ts";
import { plannedOutcome, plannedRows, repeatedRow } from "./check-rows.ts";
import { type ImportRow, peopleIn, requireImport } from "./require-import.ts";

const { contactImportRows } = schema;

/** `repeats`: the earlier row with the same number; null: none. */
export type RejectedRow = RejectedRowView & { cells: string[] };

type Stored = { row_number: number; cells: string[]; name: string; number: string; email: string } & {
  problem: RowProblem | null;
  repeats: number | null;
};

const AT_ONCE = 1_000;

/**
 * Returns the next rows that create and change nobody, after a given row. Before the run the expected outcome decides,
 * and while it runs that of the rows that are left. Empty at the end, and while the rows are not checked.
 */
export async function rejectedRows(
  ctx: Context,
  importId: string,
  after: number,
  limit = AT_ONCE,
): Promise<RejectedRow[]> {
  const row = await requireImport(ctx, importId);
  const { outcome, rows } = outcomeOf(ctx, row);
  const found = await ctx.db.execute<Stored>(sql`
    select r.row_number, r.cells, r.name, r.number, r.email, r.problem, ${repeatedRow(ctx)} as repeats from ${rows}
    where ${peopleIn(ctx, row)} and r.row_number > ${after}
      and ${outcome} in ('bad', 'duplicate')
    order by r.row_number limit ${limit}`);
  return found.map(({ row_number: rowNumber, ...rest }) => ({ rowNumber, ...rest }));
}

/** The rows `r` and their outcome: the expected one until a row is imported. Null while the rows are not checked. */
export function outcomeOf(ctx: Context, row: ImportRow): { outcome: SQL; rows: SQL } {
  const isPlanned = row.status === "checked" || row.status === "running";
  return isPlanned
    ? { outcome: sql`coalesce(r.outcome, ${plannedOutcome(ctx)})`, rows: plannedRows(ctx, row) }
    : { outcome: sql`r.outcome`, rows: sql`${contactImportRows} as r` };
}

/** Portuguese, like the file `contatos.csv`. */
const reasons: Record<RowProblem, string> = {
  name: "Falta o nome",
  number: "Não é um número de telefone válido",
  email: "Não é um e-mail válido",
  notANumber: "Não é um número de telefone",
  noAreaCode: "Falta o DDD",
  unknownAreaCode: "Este DDD não existe",
  invalid: "Número com dígitos a mais ou a menos",
  noPlus: "Número de outro país: comece com +",
  shortened: "A planilha encurtou o número: formate a coluna como texto",
  severalNumbers: "Há mais de um número: deixe só um",
};

export const rejectedHead = (headers: readonly string[]) => csvMark + csvLine(["Linha", "Motivo", ...headers]);

export const rejectedToCsv = ({ rowNumber, cells, ...why }: RejectedRow) =>
  csvLine([String(rowNumber), reasonOf(why), ...cells]);

function reasonOf({ problem, repeats }: Pick<RejectedRow, "problem" | "repeats">): string {
  if (problem) return reasons[problem];
  return repeats === null ? "Já cadastrado com os mesmos dados" : `Número repetido: já está na linha ${repeats}`;
}
