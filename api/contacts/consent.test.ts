import { beforeAll, expect, test } from "vitest";
import { givenCompany, givenContact } from "../../db/testing/given.ts";
import { type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

let given: GivenApp;
let desk: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  given = await givenApp();
  desk = await givenCompany();
});

test("an agent opts a contact out and lifts it; the contact has the time, and the ledger is a CSV file", async () => {
  const contact = await givenContact({ companyId: desk.companyId });
  const client = await givenSignedIn(given, desk.bia);
  const path = `/contacts/${contact.id}/consent`;
  const out = await client.send("POST", path, { state: "out", reason: "Pediu por telefone" });
  expect(out.body).toMatchObject({ entries: [{ state: "out", source: "user", userName: "Bia" }] });
  const read = await client.send("GET", `/contacts/${contact.id}`);
  expect(read.body).toMatchObject({ optedOutAt: (out.body as { optedOutAt: string }).optedOutAt });
  await client.send("POST", path, { state: "in", reason: "Quer receber de novo" });
  expect((await client.send("GET", path)).body).toMatchObject({
    optedOutAt: null,
    entries: [{ state: "in" }, { state: "out" }],
  });
  expect((await client.send("GET", `/contacts/${contact.id}`)).body).toMatchObject({ optedOutAt: null });

  const file = await client.request(`${path}/export`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="consentimento.csv"');
  const [head, ...lines] = (await file.text()).trimEnd().split("\r\n");
  expect(head).toContain("Data e hora (America/Sao_Paulo);");
  expect(lines.map((line) => line.split(";").slice(1, 6))).toEqual([
    ["Aceita receber", "Usuário", "", "Quer receber de novo", "Bia"],
    ["Pediu para não receber", "Usuário", "", "Pediu por telefone", "Bia"],
  ]);
});
