import { expect, test } from "vitest";
import { spreadsheetBytes } from "../../../connector/testing/given-spreadsheet.ts";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import type { Agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { contacts } from "../desk/contacts.ts";
import { usually } from "../desk/sizes.ts";

async function openImport({ page, onPhone }: Agent): Promise<void> {
  await press(page.getByRole("button", { name: onPhone ? "Mais opções" : "Importar", exact: true }));
  await press(page.getByRole("menuitem", { name: "Importar Excel" }));
}

async function choose({ page }: Agent, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press(page.getByRole("button", { name: "Escolher planilha" }));
  await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
}

const counted = ({ page }: Agent, words: string) =>
  page.getByRole("dialog").locator("dl > div").filter({ hasText: words }).locator("dd").textContent();

const answer = ({ page }: Agent, name: string | RegExp) =>
  press(page.getByRole("dialog").getByRole("button", { name }));

test.each(
  usually("desktop", [
    { name: "desktop", viewport: desktop, kind: "xlsx" as const, area: 71 },
    { name: "phone", viewport: phone, kind: "xls" as const, area: 73 },
  ]),
)("a spreadsheet is imported as contacts after a rehearsal: $name", async ({ name, viewport, kind, area }) => {
  const marina = await contacts("admin@demo.example", { viewport });
  const ana = await contacts("ana@demo.example");
  await ana.page.getByRole("searchbox", { name: "Buscar" }).fill(`planilha ${name}`);
  const rows = [
    ["Observação", "Cliente", "Fone", "E-mail"],
    ...Array.from({ length: 30 }, (_, n) => ["", `Planilha ${name} ${n}`, `55${area}98877${1000 + n}`, ""]),
    ["repetido", `Planilha ${name} de novo`, `55${area}988771000`, ""],
    ["sem número", `Planilha ${name} sem número`, "12", ""],
  ];

  await openImport(marina);
  await marina.page.getByText("Nada é salvo antes de você conferir").waitFor();
  await screenshot(marina.page, `import-file-${name}`);
  await choose(marina, `clientes.${kind}`, spreadsheetBytes(rows, kind));
  await marina.page.getByText(`Linhas em clientes.${kind}: 32. Indique o que cada coluna tem.`).waitFor();
  await expect
    .poll(() => marina.page.getByRole("dialog").getByRole("button", { name: "Conferir" }).isDisabled())
    .toBe(true);

  // A closed import can be reopened.
  await answer(marina, "Fechar");
  await marina.page.reload();
  await openImport(marina);
  await press(marina.page.getByRole("dialog").getByLabel("Nome"));
  await press(marina.page.getByRole("option", { name: "Cliente" }));
  await press(marina.page.getByRole("dialog").getByLabel("Número"));
  await press(marina.page.getByRole("option", { name: "Fone" }));
  await screenshot(marina.page, `import-columns-${name}`);
  await answer(marina, "Conferir");

  await marina.page.getByText("Nada foi salvo ainda.").waitFor();
  await expect.poll(() => counted(marina, "Entram agora")).toBe("30");
  await expect.poll(() => counted(marina, "Recusadas")).toBe("2");
  await marina.page.getByText("Repete a linha 2: mesmo número").waitFor();
  await marina.page.getByText("Há dígitos a mais ou a menos").waitFor();
  expect(await ana.page.getByText(`Planilha ${name} 1`, { exact: true }).count()).toBe(0);
  await screenshot(marina.page, `import-checked-${name}`);
  await answer(marina, "Trazer 30 contatos");
  await marina.page.getByText(`Importação concluída: clientes.${kind}.`).waitFor();
  await screenshot(marina.page, `import-done-${name}`);
  await ana.page.getByText(`Planilha ${name} 1`, { exact: true }).waitFor();

  const download = marina.page.waitForEvent("download");
  await answer(marina, "Baixar linhas recusadas");
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain("33;Número com dígitos a mais ou a menos;sem número");
  await Promise.all([marina.context.close(), ana.context.close()]);
});

test("a file with a title, one without headers and one with contact cards are imported", async () => {
  const marina = await contacts("admin@demo.example");
  const { page } = marina;
  const dialog = page.getByRole("dialog");
  const bring = async (name: string, text: string) => {
    await openImport(marina);
    await choose(marina, name, Buffer.from(text));
    await page.getByRole("table", { name: "Primeiras linhas" }).waitFor();
  };
  const finish = async (words: RegExp) => {
    await answer(marina, "Conferir");
    await answer(marina, words);
    await page.getByText("Importação concluída").waitFor();
    await press(dialog.getByRole("button", { name: "Fechar" }).last());
  };
  await bring("titulo.csv", "Relatório de novembro\nNome;Telefone\nTítulo Um;71988770001\nTítulo Dois;71988770002\n");
  await dialog.getByText("Os títulos estão na linha").waitFor();
  await dialog.getByRole("button", { name: /Nome · Telefone/ }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await screenshot(page, "import-title");
  await finish(/Trazer 2 contatos/);

  await bring("sem-titulos.csv", "Sara Semcab;71988770003;sara@x.example\nSilas Semcab;71988770004;silas@\n");
  await expect
    .poll(() => dialog.getByRole("switch", { name: "A primeira linha já é um contato" }).isChecked())
    .toBe(true);
  await dialog.getByText("A primeira linha parece um contato").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await screenshot(page, "import-no-headers");
  await answer(marina, "Conferir");
  await dialog.getByRole("table", { name: "Entram com ajuste: 1" }).waitFor();
  await screenshot(page, "import-adjusted");
  expect(await seriousViolations(page)).toEqual([]);
  await answer(marina, /Trazer 2 contatos/);
  await page.getByText("Importação concluída").waitFor();
  await press(dialog.getByRole("button", { name: "Fechar" }).last());

  await bring("contatos.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Cartão Um\nTEL;TYPE=CELL:71988770005\nEND:VCARD\n");
  await finish(/Trazer 1 contato/);
  for (const person of ["Título Um", "Sara Semcab", "Cartão Um"]) {
    await page.getByRole("searchbox", { name: "Buscar" }).fill(person);
    await page.getByText(person, { exact: true }).waitFor();
  }
  await marina.context.close();
});

test("a file that is not a spreadsheet is refused with a message, and another can be chosen", async () => {
  const bia = await contacts("bia@demo.example");
  await openImport(bia);
  await choose(bia, "planilha.xlsx", Buffer.from("%PDF-1.7 isto não é uma planilha"));
  await bia.page.getByText("planilha.xlsx não foi importado.").waitFor();
  await bia.page.getByText("Não deu para ler este arquivo como planilha xlsx, xls, csv ou ods").waitFor();
  await screenshot(bia.page, "import-refused");
  expect(await seriousViolations(bia.page)).toEqual([]);
  await choose(bia, "vazia.xlsx", spreadsheetBytes([["Nome", "Número"]]));
  await bia.page.getByText("A planilha não tem nenhuma linha").waitFor();
  await bia.context.close();
});

test("the phones' contacts are imported on request, and none twice", async () => {
  const marina = await contacts("admin@demo.example");
  for (const item of ["Importar agenda", "Importar conversas"]) {
    await press(marina.page.getByRole("button", { name: "Importar", exact: true }));
    await press(marina.page.getByRole("menuitem", { name: item }));
    const question = marina.page.getByRole("alertdialog", { name: item });
    await question.getByText("vira contato").waitFor();
    expect(await seriousViolations(marina.page)).toEqual([]);
    await press(question.getByRole("button", { name: "Importar" }));
    // The demo's phone contains only contacts that already exist.
    await marina.page.getByText("Não há ninguém nos celulares que já não esteja aqui").last().waitFor();
    await expect.poll(() => marina.page.getByRole("alertdialog").count()).toBe(0);
  }
  await marina.context.close();
});

test("importing is disabled in the menu without a network", async () => {
  const bia = await contacts("bia@demo.example");
  await bia.context.setOffline(true);
  await bia.page.getByText("Sem internet: você vê").waitFor();
  await expect.poll(() => bia.page.getByRole("button", { name: "Importar", exact: true }).isDisabled()).toBe(true);
  await bia.context.close();
});

testDisplayModes(
  "every step of an import can be read and used",
  { email: "ana@demo.example", path: "/contacts", usual: "celular-escuro" },
  async (ana, { name }) => {
    await ana.page.getByRole(ana.onPhone ? "list" : "table", { name: "Contatos" }).waitFor();
    await openImport(ana);
    await choose(
      ana,
      `${name}.xlsx`,
      spreadsheetBytes([
        ["Nome", "Telefone"],
        ["Alguém da planilha", "31988779999"],
      ]),
    );
    await ana.page.getByRole("table", { name: "Primeiras linhas" }).waitFor();
    await screenshot(ana.page, `import-columns-${name}`);
    expect(await seriousViolations(ana.page)).toEqual([]);
    await answer(ana, "Conferir");
    await ana.page.getByText("Nada foi salvo ainda.").waitFor();
    expect(await seriousViolations(ana.page)).toEqual([]);
    await answer(ana, "Voltar às colunas");
    await answer(ana, "Escolher outro arquivo");
    await ana.page.getByRole("button", { name: "Escolher planilha" }).waitFor();
    expect(await seriousViolations(ana.page)).toEqual([]);
  },
);
