import { expect, test } from "vitest";
import { givenPassword } from "../../../api/testing/given-app.ts";
import { givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

async function quickMessages(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/quick-messages");
  await person.page.getByRole(person.onPhone ? "list" : "table", { name: "Respostas rápidas" }).waitFor();
  return person;
}

const rowOf = ({ record }: Agent, name: string) => record(name);
const dialog = ({ page }: Agent) => page.getByRole("dialog");
const save = (person: Agent) => press(dialog(person).getByRole("button", { name: "Salvar" }));
async function fill(person: Agent, shortcode: string, message: string) {
  await dialog(person).getByLabel("Atalho").fill(shortcode);
  await dialog(person).getByLabel("Mensagem", { exact: true }).fill(message);
}
async function remove({ page, act }: Agent, shortcode: string) {
  await act(`/${shortcode}`, `Excluir /${shortcode}`);
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
}

test.each(
  usually("phone", [
    { name: "desktop", viewport: desktop },
    { name: "phone", viewport: phone },
  ]),
)(
  "a general quick message is created, changed and deleted, seen live in a second browser: $name",
  async ({ name, viewport }) => {
    const marina = await quickMessages("admin@demo.example", { viewport });
    const ana = await quickMessages("ana@demo.example");
    const shortcode = `coleta${name}`;
    await press(marina.page.getByRole("button", { name: "Nova resposta" }));
    await save(marina);
    await expect.poll(() => dialog(marina).getByText("Obrigatório").count()).toBe(2);
    await fill(marina, shortcode, "{{ms}}, {{firstName}}! ");
    await press(dialog(marina).getByRole("button", { name: "{{queue}}" }));
    await dialog(marina)
      .getByText(/^(bom dia|boa tarde|boa noite), Helena! \S+/)
      .waitFor();
    await press(dialog(marina).getByRole("button", { name: "Geral, para todos" }));
    await press(marina.page.getByRole("option", { name: "Ativo", exact: true }));
    const chooser = marina.page.waitForEvent("filechooser");
    await press(dialog(marina).getByRole("button", { name: "Anexar imagem" }));
    await (await chooser).setFiles({ name: "mapa.png", mimeType: "image/png", buffer: PIXEL });
    await dialog(marina).getByText("mapa.png").waitFor();
    await expect.poll(() => dialog(marina).getByLabel("Mensagem", { exact: true }).isDisabled()).toBe(true);
    await screenshot(marina.page, `quick-message-dialog-${name}`);
    await save(marina);
    await rowOf(ana, shortcode).getByText("mapa.png").waitFor();
    // Only users who manage general messages may change them.
    expect(await ana.page.getByRole("button", { name: `Editar /${shortcode}` }).count()).toBe(0);

    await marina.act(`/${shortcode}`, `Editar /${shortcode}`);
    await press(dialog(marina).getByRole("button", { name: "Remover a imagem" }));
    await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("Passamos entre 9h e 12h.");
    await save(marina);
    await rowOf(ana, shortcode).getByText("Passamos entre 9h e 12h.").waitFor();
    await rowOf(ana, shortcode).getByText("Sem anexo").waitFor();
    await remove(marina, shortcode);
    await expect.poll(() => rowOf(ana, shortcode).count()).toBe(0);
    await Promise.all([marina.context.close(), ana.context.close()]);
  },
  90_000,
);

test("quick messages are created, changed and deleted without a network, and the server receives all of it", async () => {
  const ana = await quickMessages("ana@demo.example");
  const { page, context } = ana;
  await ana.synced();
  await context.setOffline(true);
  await press(page.getByRole("button", { name: "Nova resposta" }));
  await fill(ana, "semrede", "Escrita sem internet");
  expect(await dialog(ana).getByText("Geral, para todos").count()).toBe(0);
  await save(ana);
  await rowOf(ana, "semrede").getByText("Só neste aparelho").waitFor();
  await screenshot(page, "quick-messages-offline");
  await press(page.getByRole("button", { name: "Editar /semrede" }));
  await fill(ana, "semrede2", "Mudada sem internet");
  await save(ana);
  await rowOf(ana, "semrede2").getByText("Mudada sem internet").waitFor();
  await press(page.getByRole("button", { name: "Nova resposta" }));
  await fill(ana, "passageira", "Vai embora");
  await save(ana);
  await remove(ana, "passageira");
  await expect.poll(() => rowOf(ana, "passageira").count()).toBe(0);
  await context.setOffline(false);
  await expect.poll(() => page.getByText("Só neste aparelho").count()).toBe(0);
  await rowOf(ana, "semrede2").waitFor();
  expect(await rowOf(ana, "passageira").count()).toBe(0);
  // The server has it: another browser of the same user receives it.
  const elsewhere = await quickMessages("ana@demo.example");
  await rowOf(elsewhere, "semrede2").getByText("Mudada sem internet").waitFor();
  await remove(elsewhere, "semrede2");
  await expect.poll(() => rowOf(elsewhere, "semrede2").count()).toBe(0);
  await Promise.all([context.close(), elsewhere.context.close()]);
});

test("after two concurrent edits of a quick message the later author sees both texts and chooses", async () => {
  const { companyId, admin } = await givenCompany();
  const supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor" });
  const [marina, sueli] = await Promise.all(
    [admin, supervisor].map(async (person) => {
      const { page, ...rest } = await agent((await givenPassword(person)).email);
      await page.goto("/quick-messages");
      await page.getByRole("heading", { name: "Respostas rápidas" }).first().waitFor();
      return { page, ...rest };
    }),
  );
  if (!marina || !sueli) throw new Error("two users are expected");

  /** Sueli edits a message offline that Marina has changed meanwhile. */
  async function bothChange(shortcode: string, theirs: string, mine: string) {
    if (!marina || !sueli) return;
    // An empty list has a second button for it.
    await press(marina.page.getByRole("button", { name: "Nova resposta" }).first());
    await fill(marina, shortcode, "Abrimos às 9h.");
    await press(dialog(marina).getByRole("button", { name: "Geral, para todos" }));
    await press(marina.page.getByRole("option", { name: "Ativo", exact: true }));
    await save(marina);
    await rowOf(sueli, shortcode).getByText("Abrimos às 9h.").waitFor();
    await sueli.context.setOffline(true);
    await press(sueli.page.getByRole("button", { name: `Editar /${shortcode}` }));
    await fill(sueli, shortcode, mine);
    await save(sueli);
    await rowOf(sueli, shortcode).getByText("Só neste aparelho").waitFor();
    await marina.act(`/${shortcode}`, `Editar /${shortcode}`);
    await fill(marina, shortcode, theirs);
    await save(marina);
    await rowOf(marina, shortcode).getByText(theirs).waitFor();
    await expect.poll(() => rowOf(marina, shortcode).getByText("Só neste aparelho").count()).toBe(0);
    await sueli.context.setOffline(false);
    const version = (title: string) => sueli.page.locator("p").filter({ hasText: title });
    await version("O que está salvo").getByText(`/${shortcode} · ${theirs}`).waitFor();
    await version("O que você escreveu").getByText(`/${shortcode} · ${mine}`).waitFor();
  }
  const choose = async (choice: string) => {
    await press(sueli.page.getByRole("button", { name: choice }));
    await sueli.page.getByRole("button", { name: choice }).waitFor({ state: "hidden" });
  };

  await bothChange("horario", "Abrimos às 8h.", "Abrimos às 10h.");
  await screenshot(sueli.page, "quick-message-conflict");
  expect(await seriousViolations(sueli.page)).toEqual([]);
  await choose("Manter o que está salvo");
  for (const one of [marina, sueli]) await rowOf(one, "horario").getByText("Abrimos às 8h.").waitFor();
  await bothChange("feriado", "Fechamos no feriado.", "Abrimos no feriado.");
  await choose("Salvar o meu");
  for (const one of [marina, sueli]) await rowOf(one, "feriado").getByText("Abrimos no feriado.").waitFor();
  await expect.poll(() => sueli.page.getByText("Só neste aparelho").count()).toBe(0);
  await Promise.all([marina.context.close(), sueli.context.close()]);
});

testDisplayModes(
  "quick messages can be read and used",
  { email: "admin@demo.example", path: "/quick-messages", usual: "claro" },
  async (marina, { name }) => {
    await marina.page.getByRole(marina.onPhone ? "list" : "table", { name: "Respostas rápidas" }).waitFor();
    const { page } = marina;
    await screenshot(page, `quick-messages-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("button", { name: "Nova resposta" }));
    await fill(marina, "oi", "Olá, {{firstName}}!");
    await screenshot(page, `quick-message-dialog-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
  },
);
