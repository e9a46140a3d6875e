import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";

async function tags(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/tags");
  await person.page.getByRole(person.onPhone ? "list" : "table", { name: "Tags" }).waitFor();
  return person;
}

const rowOf = ({ record }: Agent, name: string) => record(name);
const dialog = ({ page }: Agent) => page.getByRole("dialog");
const save = (person: Agent) => press(dialog(person).getByRole("button", { name: "Salvar" }));

test.each(
  usually("phone", [
    { name: "desktop", viewport: desktop },
    { name: "phone", viewport: phone },
  ]),
)(
  "a tag is created, changed and deleted, seen live in a second browser: $name",
  async ({ name, viewport }) => {
    const marina = await tags("admin@demo.example", { viewport });
    const ana = await tags("ana@demo.example");
    const [first, second] = [`Lista de noiva ${name}`, `Casamento ${name}`];
    await press(marina.page.getByRole("button", { name: "Nova tag" }));
    await dialog(marina).getByLabel("Nome").fill("ab");
    await save(marina);
    await marina.page.getByText("Nome muito curto").waitFor();
    await dialog(marina).getByLabel("Nome").fill(first);
    await press(dialog(marina).getByRole("radio").nth(2));
    await screenshot(marina.page, `tag-dialog-${name}`);
    await save(marina);
    await marina.page.getByText("Tag salva").waitFor();
    await rowOf(ana, first).waitFor();
    // Every user may create a tag, but not change or delete one.
    expect(await ana.page.getByRole("button", { name: `Editar ${first}` }).count()).toBe(0);
    await press(ana.page.getByRole("button", { name: "Nova tag" }));
    await dialog(ana).getByLabel("Nome").waitFor();
    expect(await dialog(ana).getByText("Coluna do Kanban").count()).toBe(0);
    await press(dialog(ana).getByRole("button", { name: "Cancelar" }));

    await marina.page.getByRole("searchbox").fill("NOIVA");
    await marina.act(first, `Editar ${first}`);
    await dialog(marina).getByLabel("Nome").fill(second);
    await press(dialog(marina).getByRole("switch"));
    await save(marina);
    await rowOf(ana, second).getByText("Coluna").waitFor();
    await marina.page.getByRole("searchbox").fill(second);
    await marina.act(second, `Excluir ${second}`);
    await marina.page.getByText("Deseja realmente excluir este registro?").waitFor();
    await press(marina.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
    await marina.page.getByText("Tag excluída").waitFor();
    await expect.poll(() => rowOf(ana, second).count()).toBe(0);
    await Promise.all([marina.context.close(), ana.context.close()]);
  },
  90_000,
);

testDisplayModes(
  "tags and helps can be read and used",
  { email: "admin@demo.example", path: "/tags", usual: "claro" },
  async (marina, { name }) => {
    await marina.page.getByRole(marina.onPhone ? "list" : "table", { name: "Tags" }).waitFor();
    const { page } = marina;
    await screenshot(page, `tags-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("button", { name: "Nova tag" }));
    await dialog(marina).getByLabel("Nome").fill("Orçamento");
    await screenshot(page, `tag-dialog-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.goto("/helps");
    await page.getByRole("heading", { name: "Ajuda", exact: true }).waitFor();
    await screenshot(page, `helps-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
  },
);

test("the list of tags can be read without a network", async () => {
  const ana = await tags("ana@demo.example");
  await ana.context.setOffline(true);
  await ana.page.getByText("Para mudar algo, é preciso internet").waitFor();
  await expect.poll(() => ana.page.getByRole("button", { name: "Nova tag" }).isDisabled()).toBe(true);
  await expect.poll(() => ana.page.getByRole("table", { name: "Tags" }).getByRole("row").count()).toBeGreaterThan(1);
  await ana.context.close();
});
