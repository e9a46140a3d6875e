import { existsSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { companyColumns, companyGaps } from "./company-gaps.ts";

/** A statement with the file of the product that built it, and the first test file of a process that made it do so. */
export type SentStatement = { text: string; file: string; test: string };

/**
 * Plans each distinct statement that the test files noted, once, as the owner, whom row-level security does not bind.
 * Returns a line for each one that reads rows of other companies.
 */
export async function findGaps(statementsPath: string, ownerUrl: string): Promise<string[]> {
  if (!existsSync(statementsPath)) return [];
  const sent = new Map<string, SentStatement>();
  for (const line of readFileSync(statementsPath, "utf8").split("\n")) {
    if (line === "") continue;
    const statement: SentStatement = JSON.parse(line);
    if (!sent.has(statement.text)) sent.set(statement.text, statement);
  }
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const columns = await companyColumns(owner);
    const gaps: string[] = [];
    for (const { text, file, test } of sent.values()) {
      const tables = await companyGaps(owner, text, columns);
      if (tables.length > 0)
        gaps.push(`${file}, sent by ${test}: no condition on the company of ${tables.join(", ")} in ${text}`);
    }
    return gaps;
  } finally {
    await owner.end();
  }
}
