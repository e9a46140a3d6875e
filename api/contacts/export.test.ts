import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, givenContact, testDatabase } from "../../db/testing/given.ts";
import { type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

async function exported(agent: Awaited<ReturnType<typeof givenCompany>>["ana"], query = "") {
  const client = await givenSignedIn(given, agent);
  const answer = await client.request(`/contacts/export${query}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { answer, bytes, lines: new TextDecoder().decode(bytes).trimEnd().split("\r\n") };
}

test("contatos.csv has a byte order mark, semicolons and no formulas", async () => {
  const { companyId, ana } = await givenCompany();
  await givenContact({ companyId, name: "=HYPERLINK(1)", number: "5531955500001", email: "-a@x.example" });
  await givenContact({ companyId, name: 'Ana; "a" Silva', number: "5531955500002" });
  await givenContact({ companyId, name: "Família", number: "", isGroup: true });
  const { answer, bytes, lines } = await exported(ana);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="contatos.csv"');
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(lines[0]).toBe("Nome;Número;E-mail");
  expect(new Set(lines.slice(1))).toEqual(
    new Set(["'=HYPERLINK(1);55 31 95550-0001;'-a@x.example", '"Ana; ""a"" Silva";55 31 95550-0002;']),
  );
});

test("contatos.csv of selected contacts contains these and no contact of another company", async () => {
  const { companyId, ana } = await givenCompany();
  const other = await givenCompany();
  const [one, , theirs] = [
    await givenContact({ companyId, name: "Um" }),
    await givenContact({ companyId, name: "Dois" }),
    await givenContact({ companyId: other.companyId, name: "De outra" }),
  ];
  const ids = encodeURIComponent(JSON.stringify([one.id, theirs.id]));
  expect((await exported(ana, `?ids=${ids}`)).lines.slice(1)).toEqual([expect.stringMatching(/^Um;/)]);
});

test("contatos.csv contains every contact of the company once, over any number of batches", async () => {
  const { companyId, ana } = await givenCompany();
  const other = await givenCompany();
  await givenContact({ companyId: other.companyId, name: "De outra" });
  const many = Array.from({ length: 2_100 }, (_, n) => ({
    companyId,
    id: randomUUID(),
    name: `Pessoa ${n % 7}`,
    number: String(n),
    search: `pessoa ${n % 7}`,
  }));
  await testDatabase().company(companyId, (tx) => tx.insert(schema.contacts).values(many));
  const { lines } = await exported(ana);
  const numbers = lines.slice(1).map((line) => line.split(";")[1]);
  expect(numbers).toHaveLength(2_100);
  expect(new Set(numbers).size).toBe(2_100);
  expect((await exported(ana, "?searchParam=pessoa%203")).lines).toHaveLength(301);
});
