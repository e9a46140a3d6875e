import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";
import { twoAdmins } from "../desk/two-admins.ts";

const settings = async (page: Page) => {
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Configurações", level: 1 }).waitFor();
  await page.getByRole("switch", { name: "Avaliações" }).waitFor();
};
const isOn = (page: Page, name: string) => page.getByRole("switch", { name }).getAttribute("aria-checked");
async function choose(page: Page, name: string, option: string) {
  await press(page.getByRole("button", { name: new RegExp(name) }));
  await press(page.getByRole("option", { name: option }));
}

testDisplayModes(
  "the settings can be read and used",
  { email: "admin@demo.example", path: "/settings", usual: "celular-escuro" },
  async (marina, { name }) => {
    const { page } = marina;
    await page.getByRole("switch", { name: "Avaliações" }).waitFor();
    const check = async (what: string) => {
      await screenshot(page, `${what}-${name}`);
      expect(await seriousViolations(page), what).toEqual([]);
    };
    await check("settings-options");
    await choose(page, "Gerenciamento de expediente", "Gerenciamento por empresa");
    await page.getByText("Operação atualizada com sucesso").first().waitFor();
    await press(page.getByRole("tab", { name: "Horários" }));
    await page.getByLabel("Segunda-feira: Início").waitFor();
    await check("settings-hours");
    await press(page.getByRole("tab", { name: "Opções" }));
    await choose(page, "Gerenciamento de expediente", "Desabilitado");
    await expect.poll(() => page.getByRole("tab", { name: "Horários" }).count()).toBe(0);
  },
);

test.each(
  usually("phone", [
    ["on a desktop", undefined],
    ["on a phone", phone],
  ]),
)("a secret of an integration is saved, named, and removed %s", async (where, viewport) => {
  const { page } = await agent("admin@demo.example", { viewport });
  await settings(page);
  const card = page.getByRole("region", { name: "Integrações" });
  const token = card.getByLabel("Token do IXC", { exact: true });
  const save = card.getByRole("button", { name: "Salvar integrações" });
  const address = viewport ? "ixc.celular.example" : "ixc.mesa.example";
  await card.getByLabel("IP do IXC").fill(address);
  await token.fill("segredo-da-jarra");
  await press(save);
  await card.getByText("Salvo. Deixe em branco para manter.").waitFor();
  expect(await token.inputValue()).toBe("");
  await card.scrollIntoViewIfNeeded();
  await screenshot(page, `settings-integrations-${viewport ? "phone" : "desktop"}`);
  expect(await seriousViolations(page), where).toEqual([]);
  await page.reload();
  await card.getByText("Salvo. Deixe em branco para manter.").waitFor();
  expect(await card.getByLabel("IP do IXC").inputValue()).toBe(address);
  expect(await page.content()).not.toContain("segredo-da-jarra");
  await press(card.getByRole("button", { name: "Remover: Token do IXC" }));
  await expect.poll(() => card.getByRole("button", { name: "Remover: Token do IXC" }).count()).toBe(0);
  await page.context().setOffline(true);
  await expect.poll(() => token.isDisabled()).toBe(true);
});

test.each(
  usually("desktop", [
    ["on a desktop", undefined],
    ["on a phone", phone],
  ]),
)("an admin's settings %s are stored, and seen elsewhere at once", async (_where, viewport) => {
  const [marina, watching] = await twoAdmins({ viewport });
  const [{ page }, { page: second }] = [marina, watching];
  const opening = viewport ? "1015" : "930";
  const opened = viewport ? "10:15" : "09:30";
  await Promise.all([settings(page), settings(second)]);
  const before = await isOn(page, "Avaliações");
  const after = before === "true" ? "false" : "true";
  await press(page.getByRole("switch", { name: "Avaliações" }));
  await page.getByText("Operação atualizada com sucesso").first().waitFor();
  await expect.poll(() => isOn(second, "Avaliações")).toBe(after);
  await choose(page, "Reabrir em vez de abrir outro", viewport ? "4 horas" : "8 horas");
  await second.getByText(viewport ? "4 horas" : "8 horas").waitFor();
  await page.getByRole("combobox", { name: "Fuso horário" }).fill("manaus");
  await press(page.getByRole("option", { name: "America/Manaus" }));
  await expect.poll(() => second.getByRole("combobox", { name: "Fuso horário" }).inputValue()).toBe("America/Manaus");
  await page.getByRole("combobox", { name: "Fuso horário" }).fill("são paulo");
  await press(page.getByRole("option", { name: "America/Sao Paulo" }));

  await choose(page, "Gerenciamento de expediente", "Gerenciamento por empresa");
  await press(page.getByRole("tab", { name: "Horários" }));
  await page.getByLabel("Segunda-feira: Início").fill(opening);
  await page.getByText("Clique em Salvar para registrar as alterações").waitFor();
  await press(page.getByRole("button", { name: "Repetir segunda nos dias úteis" }));
  await page.getByLabel("Domingo: Início").fill("08:00");
  await page.getByLabel("Domingo: Fim").fill("08:00");
  await page.getByText(/Início e fim iguais/).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Salvar" }).isDisabled()).toBe(true);
  await page.getByLabel("Domingo: Fim").fill("02:00");
  await page.getByText("até o dia seguinte").waitFor();
  await press(page.getByRole("button", { name: "Salvar" }));
  await page.getByText("Horários atualizados com sucesso").first().waitFor();
  await page.reload();
  await press(page.getByRole("tab", { name: "Horários" }));
  await expect.poll(() => page.getByLabel("Sexta-feira: Início").inputValue()).toBe(opened);
  await press(page.getByRole("tab", { name: "Opções" }));
  expect(await isOn(page, "Avaliações")).toBe(after);
  await choose(page, "Gerenciamento de expediente", "Desabilitado");
  await expect.poll(() => second.getByRole("tab", { name: "Horários" }).count()).toBe(0);
  await Promise.all([marina.context.close(), watching.context.close()]);
});

test("settings can be read but not changed without a network; agents cannot open them", async () => {
  const [marina, ana] = await Promise.all([agent("admin@demo.example"), agent("ana@demo.example")]);
  await settings(marina.page);
  await marina.context.setOffline(true);
  await marina.page.getByText(/Sem internet: você vê o que já foi carregado/).waitFor();
  await expect.poll(() => marina.page.getByRole("switch", { name: "Avaliações" }).isDisabled()).toBe(true);
  await ana.page.goto("/settings");
  await ana.page.getByText("Acesso não permitido").locator("visible=true").first().waitFor();
  await Promise.all([marina.context.close(), ana.context.close()]);
});
