import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { usually } from "../desk/sizes.ts";

type Printing = typeof window & { prints?: number };

const LONG = `${"Uma frase que enche o papel. ".repeat(110)}fim da mensagem longa`;

test.each(
  usually("desktop", [
    { name: "desktop", viewport: desktop, theme: "dark" as const },
    { name: "celular", viewport: phone, theme: "light" as const },
  ]),
)("a conversation is printed whole, black on white, with marked notes: $name", async ({ name, viewport, theme }) => {
  const contact = await customer(`Papel ${name} Lima`);
  await contact.writes("Primeira linha da conversa");
  await contact.writes("Foto para o papel", { media: { type: "image" } });
  for (let at = 1; at <= 4; at++) await contact.writes(`${at}. ${LONG}`);
  const ana = await agent("ana@demo.example", { viewport, theme });
  const { page } = ana;
  await page.evaluate(() => {
    window.print = () => {
      (window as Printing).prints = ((window as Printing).prints ?? 0) + 1;
    };
  });
  await ana.waiting();
  await ana.accept(`Papel ${name} Lima`);
  await ana.composer().waitFor();
  await ana.reply("Resposta para o papel");
  await press(page.getByRole("button", { name: /^Dados do contato.*: Papel/ }));
  const note = page.getByRole("textbox", { name: "Escreva uma observação" });
  await note.fill("Só para a equipe");
  await note.press("Enter");
  await page.getByText("Só para a equipe").first().waitFor();
  await press(page.getByRole("button", { name: /^Fechar/ }).last());

  await press(page.getByRole("button", { name: "Mais ações" }));
  await press(page.getByRole("menuitem", { name: "Imprimir conversa" }));
  const dialog = page.getByRole("dialog", { name: "Imprimir conversa" });
  await dialog.getByText(/prontas para imprimir/).waitFor();
  await screenshot(page, `print-dialog-${name}`);
  await press(dialog.getByRole("switch", { name: "Com as observações internas" }));
  await press(dialog.getByRole("button", { name: "Imprimir", exact: true }));
  await page.waitForFunction(() => (window as Printing).prints === 1);

  await page.emulateMedia({ media: "print", colorScheme: theme });
  const sheet = page.locator("body > .printed-conversation");
  expect(await sheet.isVisible()).toBe(true);
  const paper = await sheet.innerText();
  for (const text of ["Primeira linha da conversa", "Resposta para o papel", "Só para a equipe", "OBSERVAÇÃO INTERNA"])
    expect(paper).toContain(text);
  // Beside an open dialog nothing has a role.
  expect(await sheet.locator("img").evaluateAll((found) => found.map((each) => each.clientWidth > 50))).toEqual([true]);
  // Long texts are whole, and nothing of the app is on the paper.
  expect(await sheet.getByText(/fim da mensagem longa$/).count()).toBe(4);
  expect(await page.locator("#root").isVisible()).toBe(false);
  expect(await dialog.isVisible()).toBe(false);
  const look = await sheet.evaluate((element) => {
    const style = (of: Element | null) => getComputedStyle(of ?? document.body);
    return {
      ...{ ink: style(element).color, paper: style(element).backgroundColor },
      row: style(element.querySelector("tbody tr")).breakInside,
      page: style(document.documentElement).backgroundColor,
    };
  });
  expect(look).toEqual({
    ...{ ink: "rgb(0, 0, 0)", paper: "rgb(255, 255, 255)", row: "avoid", page: "rgb(255, 255, 255)" },
  });
  await screenshot(page, `print-sheet-${name}`);
  const path = join(process.env.TMPDIR ?? "/tmp", `conversa-${name}.pdf`);
  await page.pdf({ path, format: "A4", preferCSSPageSize: true });
  const pages = (await readFile(path, "latin1")).match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(1);
  await ana.context.close();
});
