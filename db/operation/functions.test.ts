import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { openOwnDatabase } from "../testing/own-database.ts";
import { applyFunctions, readFunctionFile, readFunctionFiles } from "./functions.ts";
import { migrate } from "./migrate.ts";

const migrations = new URL("../migrations", import.meta.url).pathname;
/** The last migration before functions and triggers had files of their own. */
const LAST_WITH_FUNCTIONS = "0113";

async function ownDatabase() {
  const own = await openOwnDatabase();
  const owner = postgres(own.ownerUrl, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await owner.end();
    await own.drop();
  });
  const answerOf = async (name: string) => (await owner.unsafe(`select ${name}() as answer`))[0]?.answer;
  return { ...own, owner, answerOf };
}

const answering = (number: number, more = "") =>
  readFunctionFile(
    "answer_of_test",
    `-- Returns a number.\nCREATE OR REPLACE FUNCTION answer_of_test() RETURNS integer LANGUAGE sql AS $$ SELECT ${number} $$;\n${more}`,
  );

test("each function and each trigger of the database is in the file of its function", async () => {
  const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  onTestFinished(() => owner.end());
  const files = readFunctionFiles();
  const functions = await owner<{ name: string }[]>`select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;
  expect(functions.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  const triggers = await owner<{ name: string; statement: string }[]>`
    select p.proname as name, replace(pg_get_triggerdef(t.oid), ' ON public.', ' ON ') || ';' as statement
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition`;
  const declared = files.flatMap(({ name, triggers: own }) => own.map(({ statement }) => `${name}: ${statement}`));
  expect(triggers.map(({ name, statement }) => `${name}: ${statement}`).toSorted()).toEqual(declared.toSorted());
});

test("a file begins with a comment, defines the functions of its name, and each that runs as the owner is protected", () => {
  for (const { name, functions } of readFunctionFiles()) {
    expect([name, functions.startsWith("-- ")]).toEqual([name, true]);
    const defined = functions.split(/^CREATE OR REPLACE FUNCTION /m).slice(1);
    expect(defined.map((text) => /^\w+/.exec(text)?.[0])).toEqual(defined.map(() => name));
    for (const text of defined)
      if (text.includes("SECURITY DEFINER"))
        expect([name, text.includes("SET search_path = public, pg_temp")]).toEqual([name, true]);
  }
});

test("migrations keep tables: none defines a function or a trigger any more", () => {
  const newer = readdirSync(migrations).filter((file) => file.endsWith(".sql") && file > `${LAST_WITH_FUNCTIONS}~`);
  for (const file of newer)
    expect([file, readFileSync(`${migrations}/${file}`, "utf8")]).toEqual([
      file,
      expect.not.stringMatching(/\bcreate\s+(or\s+replace\s+)?(function|trigger)\b/i),
    ]);
  expect(readdirSync(migrations)).toContain("0113_unused_functions.sql");
});

test("a changed function is replaced, and an older version that runs afterwards leaves the newer text", async () => {
  const { owner, answerOf } = await ownDatabase();
  const steps: string[] = [];
  const watch = { onStep: ({ name }: { name: string }) => void steps.push(name) };
  await applyFunctions(owner, watch, [answering(1)]);
  await applyFunctions(owner, watch, [answering(1)]);
  expect(await answerOf("answer_of_test")).toBe(1);
  await applyFunctions(owner, watch, [answering(2)]);
  expect(await answerOf("answer_of_test")).toBe(2);
  await applyFunctions(owner, watch, [answering(1)]);
  expect(await answerOf("answer_of_test")).toBe(2);
  expect(steps).toEqual(["function answer_of_test", "function answer_of_test"]);
});

test("a file that fails is named, and the functions before it stay as they were", async () => {
  const { owner, answerOf } = await ownDatabase();
  await applyFunctions(owner, {}, [answering(1)]);
  const wrong = readFunctionFile("wrong", "-- Fails.\nCREATE OR REPLACE FUNCTION wrong() RETURNS nothing AS $$ $$;\n");
  await expect(applyFunctions(owner, {}, [answering(3), wrong])).rejects.toThrow(/^db\/functions\/wrong\.sql: /);
  expect(await answerOf("answer_of_test")).toBe(1);
  await applyFunctions(owner, {}, [answering(3)]);
  expect(await answerOf("answer_of_test")).toBe(3);
});

test("a function may name one that comes later, and an owner's function is protected in the same transaction", async () => {
  const { owner, answerOf } = await ownDatabase();
  const first = readFunctionFile(
    "a_of_test",
    "-- Returns b.\nCREATE OR REPLACE FUNCTION a_of_test() RETURNS integer LANGUAGE sql SECURITY DEFINER AS $$ SELECT b_of_test() $$;",
  );
  const second = readFunctionFile(
    "b_of_test",
    "-- Returns 7.\nCREATE OR REPLACE FUNCTION b_of_test() RETURNS integer LANGUAGE sql AS $$ SELECT 7 $$;",
  );
  await applyFunctions(owner, {}, [first, second]);
  expect(await answerOf("a_of_test")).toBe(7);
  const [found] = await owner`select proconfig from pg_proc where proname = 'a_of_test'`;
  expect(found?.proconfig).toEqual(["search_path=public, pg_temp"]);
});

test("a missing trigger is created, and one that is there is not touched", async () => {
  const { owner, ownerUrl } = await ownDatabase();
  const oidOf = async () =>
    (await owner`select oid::int as oid from pg_trigger where tgname = 'log_ticket' and not tgisinternal`)[0]?.oid;
  const before = await oidOf();
  await migrate(ownerUrl);
  expect(await oidOf()).toBe(before);
  await owner`drop trigger log_ticket on tickets`;
  await migrate(ownerUrl);
  expect(await oidOf()).toEqual(expect.any(Number));
});

test("the triggers of a file are read apart from its functions: a new trigger replaces no function", () => {
  const trigger = "CREATE TRIGGER a_of_test AFTER INSERT ON tags FOR EACH ROW EXECUTE FUNCTION answer_of_test();";
  const file = answering(1, `\n${trigger}\n`);
  expect(file.hash).toBe(answering(1).hash);
  expect(file.triggers).toEqual([{ name: "a_of_test", table: "tags", statement: trigger }]);
});
