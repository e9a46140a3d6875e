import { expect, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import type { Agent } from "../desk/agent.ts";
import { press, screenshot } from "../desk/browser.ts";
import { contacts } from "../desk/contacts.ts";

const rowOf = ({ record }: Agent, name: string) => record(name);
const field = ({ page }: Agent, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });
const button = ({ page }: Agent, name: string) => page.getByRole("button", { name, exact: true });
const confirm = ({ page }: Agent, name: string) => press(page.getByRole("alertdialog").getByRole("button", { name }));
const bar = ({ page }: Agent) => page.getByRole("region", { name: "Contatos selecionados" });

async function add(person: Agent, name: string, number: string): Promise<void> {
  await press(button(person, "Adicionar"));
  await field(person, "Nome").fill(name);
  await field(person, "Número").fill(number);
  await press(person.page.getByRole("dialog").getByRole("button", { name: "Salvar" }));
  await person.page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Selects contacts by keyboard. */
async function choose(person: Agent, ...names: string[]): Promise<void> {
  for (const name of names) {
    const box = person.page.getByRole("checkbox", { name: `Selecionar ${name}` });
    await box.focus();
    await person.page.keyboard.press("Space");
    await expect.poll(() => box.isChecked()).toBe(true);
  }
}

test("two contacts are merged and split again, from the table and from the duplicate notice", async () => {
  const [name, numbers] = ["desktop", ["31 98877-4001", "31 98877-4002"]];
  const marina = await contacts("admin@demo.example");
  const ana = await contacts("ana@demo.example");
  const [north, south] = [`Zuleica Norte ${name}`, `Zuleica Sul ${name}`];
  await ana.page.getByRole("searchbox").fill("zuleica");
  await add(marina, north, numbers[0] ?? "");
  await add(marina, south, numbers[1] ?? "");
  await marina.page.getByRole("searchbox").fill("zuleica");
  await rowOf(marina, south).waitFor();
  await rowOf(ana, south).waitFor();

  await choose(marina, north, south);
  await bar(marina).getByText("2 selecionados").waitFor();
  await screenshot(marina.page, `contacts-selected-${name}`);
  expect(await seriousViolations(marina.page)).toEqual([]);
  await press(bar(marina).getByRole("button", { name: "Unir contatos" }));
  await marina.page.getByRole("radio", { name: new RegExp(south) }).check();
  await screenshot(marina.page, `contacts-merge-${name}`);
  expect(await seriousViolations(marina.page)).toEqual([]);
  await confirm(marina, "Unir contatos");
  await marina.page.getByText("agora são um contato").waitFor();
  await expect.poll(() => rowOf(ana, north).count()).toBe(0);
  await expect.poll(() => rowOf(ana, south).count()).toBe(1);
  await press(button(marina, "Desfazer"));
  await rowOf(ana, north).waitFor();
  await expect.poll(() => rowOf(ana, south).count()).toBe(1);

  await rowOf(marina, north).waitFor();
  await marina.act(north, `Editar ${north}`);
  await field(marina, "Número").fill(numbers[1] ?? "");
  await press(marina.page.getByRole("dialog").getByRole("button", { name: "Salvar" }));
  await press(button(marina, `Unir com ${south}`));
  await confirm(marina, "Unir contatos");
  await expect.poll(() => rowOf(ana, south).count()).toBe(0);
  await marina.act(north, `Editar ${north}`);
  await marina.page.getByRole("dialog").getByText("Unido com").waitFor();
  await screenshot(marina.page, `contacts-merged-${name}`);
  expect(await seriousViolations(marina.page)).toEqual([]);
  await press(button(marina, `Desfazer a união com ${south}`));
  await confirm(marina, "Desfazer");
  await rowOf(ana, south).waitFor();

  // Users who may neither merge nor delete can still select rows to export them.
  await choose(ana, north, south);
  expect(await bar(ana).getByRole("button", { name: "Unir contatos" }).count()).toBe(0);
  expect(await bar(ana).getByRole("button", { name: "Excluir" }).count()).toBe(0);
  const download = ana.page.waitForEvent("download");
  await press(bar(ana).getByRole("button", { name: "Exportar" }));
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(";")[0])).toEqual(["\uFEFFNome", north, south]);
  await ana.page.keyboard.press("Escape");
  await bar(ana).waitFor({ state: "detached" });

  await rowOf(marina, south).waitFor();
  await choose(marina, north, south);
  await press(bar(marina).getByRole("button", { name: "Excluir" }));
  await confirm(marina, "Excluir");
  await expect.poll(() => rowOf(ana, `${name}`).count()).toBe(0);
  await Promise.all([marina.context.close(), ana.context.close()]);
});
