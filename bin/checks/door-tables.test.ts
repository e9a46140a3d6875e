import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The tables that a door owns; every other table belongs to a domain, which has a loader or a verb for it. */
const ownTables: Record<string, readonly string[]> = {
  "sync/server/": ["changes", "commandLog"],
  "api/http/": ["signInFailures", "recentCalls"],
};

/** Sign-in owns sessions and reads users before there is an actor. */
const files = globSync("{sync/server,api}/**/*.ts", {
  exclude: (path) => path.endsWith(".test.ts") || path.endsWith("testing") || path === "api/session",
});

/** Returns the tables of `schema` that a source text names. */
function tablesIn(source: string): string[] {
  const taken = [...source.matchAll(/const \{([^}]*)\} = schema;/g)].flatMap(([, names = ""]) => names.split(","));
  const named = [...source.matchAll(/\bschema\.(\w+)/g)].map(([, name = ""]) => name);
  return [...taken, ...named].map((name) => name.trim());
}

test("tablesIn: finds destructured and qualified tables", () => {
  expect(tablesIn("const { tickets, users } = schema;\neq(schema.queues.id, id)")).toEqual([
    "tickets",
    "users",
    "queues",
  ]);
});

test("doors: no file of sync/server or api touches a table of a domain", () => {
  expect(files.length).toBeGreaterThan(50);
  const foreign = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    if (!/import \{[^}]*\bschema\b[^}]*\} from "[./]+db\/index\.ts"/.test(source)) return [];
    const own = Object.entries(ownTables).flatMap(([folder, tables]) => (file.startsWith(folder) ? tables : []));
    return tablesIn(source)
      .filter((table) => !own.includes(table))
      .map((table) => `${file}: ${table}`);
  });
  expect(foreign).toEqual([]);
});
