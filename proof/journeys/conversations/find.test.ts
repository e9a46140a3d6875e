import { expect, test } from "vitest";
import { check, dismiss, testDisplayModes } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

test("an old message is found without its accents and opened at its place", async () => {
  const jose = await customer("José Conceição");
  await jose.writes("O código da coleta é OB482");
  for (let at = 1; at <= 40; at++) await jose.writes(`Mensagem de número ${at}`);
  const ana = await agent("ana@demo.example");
  const { page } = ana;
  await ana.waiting();
  await ana.accept("José Conceição");
  await ana.log().getByText("Mensagem de número 40").waitFor();

  await press(page.getByRole("tab", { name: "Busca" }));
  const box = page.getByRole("searchbox", { name: "Buscar atendimentos" });
  await box.fill("conceicao jose");
  await ana.row("José Conceição").waitFor();
  // The device has the last 30 messages, so only the server has this one.
  await box.fill("codigo da coleta");
  const found = page.getByRole("list", { name: "Resultados da busca" });
  await found.getByText("OB482").waitFor();
  await screenshot(page, "journey-search");
  await press(found.getByRole("link", { name: "José Conceição" }));
  const message = page.locator("[data-message][data-found]");
  await message.getByText("O código da coleta é OB482").waitFor();
  await expect.poll(() => message.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
  expect(await message.evaluate((element) => element === document.activeElement)).toBe(true);
  await screenshot(page, "journey-search-found");

  // Without a network the device's own messages are still found while typing.
  await ana.context.setOffline(true);
  await page.getByText("Sem internet").locator("visible=true").first().waitFor();
  await box.fill("número 39");
  await found.getByText("Mensagem de número 39").waitFor();
  await page.getByText("Sem internet: a busca foi só neste aparelho.").waitFor();
  await screenshot(page, "journey-search-offline");
  await ana.context.close();
});

test("an agent walks the list, accepts, resolves and searches by keyboard", async () => {
  const rita = await customer("Rita Bloom");
  await rita.writes("Alguém aí?");
  const ana = await agent("ana@demo.example");
  const { page } = ana;
  await ana.waiting();
  await ana.reach("Rita Bloom", ana.acceptButton("Rita Bloom"));
  await press(page.getByRole("heading", { name: "Atendimentos" }));
  // Who has waited longest is first, so the contact who wrote last is the last of those who wait.
  const isChosen = async () =>
    (await ana.row("Rita Bloom").count()) > 0 &&
    ana.row("Rita Bloom").evaluate((row) => row === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isChosen()); presses++) await page.keyboard.press("j");
  expect(await isChosen()).toBe(true);
  await page.keyboard.press("k");
  await expect.poll(isChosen).toBe(false);
  await page.keyboard.press("j");
  await expect.poll(isChosen).toBe(true);
  await screenshot(page, "journey-waiting");
  await page.keyboard.press("a");
  await ana.log().getByText("Alguém aí?").waitFor();
  await page.keyboard.press("Control+e");
  await page.getByRole("status").filter({ hasText: "Rita Bloom: atendimento resolvido" }).waitFor();
  await press(page.getByRole("heading", { name: "Atendimentos" }));
  await page.keyboard.press("2");
  await ana.row("Rita Bloom").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("bloom rita");
  await ana.row("Rita Bloom").waitFor();
  await ana.context.close();
});

test("the palette finds contacts, screens and actions by keyboard, and ? lists every key", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  await marina.synced();
  await page.keyboard.press("Control+k");
  const input = page.getByRole("combobox", { name: "Buscar ou fazer" });
  await input.waitFor();
  await page.keyboard.type("helena");
  await page
    .getByRole("option", { name: /Helena Sampaio/ })
    .first()
    .waitFor();
  await screenshot(page, "journey-palette");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/tickets\/.+/);
  await page.getByRole("log").waitFor();

  await page.keyboard.press("Control+k");
  await input.waitFor();
  await page.keyboard.type("conexoes");
  await page.getByRole("option", { name: /Conexões/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/connections");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("heading", { name: "Conexões" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL("**/tickets");

  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Atalhos do teclado" }).waitFor();
  await screenshot(page, "journey-keys");
  await press(page.getByRole("switch", { name: /Teclas sozinhas/ }));
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("n");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Control+b");
  await page.getByRole("button", { name: "Abrir menu" }).waitFor();
  await marina.context.close();
});

test("single-letter keys can be changed, and M opens the team's notes", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  await marina.attending();
  await marina.open("Helena Sampaio");
  await marina.log().getByText("Que ótimo! Precisa que eu esteja em casa?").waitFor();
  await page.locator("body").click({ position: { x: 5, y: 500 } });
  await page.keyboard.press("?");
  await press(page.getByRole("button", { name: "Trocar a tecla de “Escrever uma observação”" }));
  const answer = page.getByRole("dialog").getByRole("status");
  await answer.getByText("Aperte a nova letra").waitFor();
  await page.keyboard.press("t");
  await answer.getByText("T já é de “Transferir”.").waitFor();
  await screenshot(page, "journey-own-keys");
  await page.keyboard.press("q");
  await expect.poll(() => answer.count()).toBe(0);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("m");
  const note = page.getByRole("textbox", { name: "Escreva uma observação" });
  expect(await note.count()).toBe(0);
  await page.keyboard.press("q");
  await note.waitFor();
  await expect.poll(() => note.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.reload();
  await marina.log().getByText("Que ótimo! Precisa que eu esteja em casa?").waitFor();
  await page.locator("body").click({ position: { x: 5, y: 500 } });
  await page.keyboard.press("q");
  await expect.poll(() => note.evaluate((box) => box === document.activeElement)).toBe(true);
  await marina.context.close();
});

test("an address with a number opens the same conversation each time; an invalid number leads to the list", async () => {
  const ana = await agent("ana@demo.example");
  const { page } = ana;
  await ana.synced();
  await page.goto("/n/5531955512345");
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  const opened = page.url();
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  await page.goto("/n/+55 (31) 95551-2345");
  await page.waitForURL(opened);
  await page.goto("/n/helena");
  await page.getByText("Isto não é um número de contato.").waitFor();
  await page.waitForURL("**/tickets");
  await page.goto("/n");
  await page.waitForURL("**/tickets");
  await ana.context.close();
});

test("users change their own name, and the bar shows it at once", async () => {
  const bia = await agent("bia@demo.example");
  const { page } = bia;
  await press(page.getByRole("button", { name: "Meu perfil" }));
  await press(page.getByRole("menuitem", { name: "Editar meu perfil" }));
  const dialog = page.getByRole("dialog", { name: "Meu perfil" });
  await dialog.getByLabel("Nome").fill("B");
  await press(dialog.getByRole("button", { name: "Salvar" }));
  await dialog.getByText("Muito curto!").waitFor();
  await dialog.getByLabel("E-mail").fill("ana@demo.example");
  await dialog.getByLabel("Senha atual").fill("Balcao123!");
  await dialog.getByLabel("Nome").fill("Bia Nogueira Lima");
  await press(dialog.getByRole("button", { name: "Salvar" }));
  await dialog.getByText("Este e-mail já é de outra pessoa.").waitFor();
  await dialog.getByLabel("E-mail").fill("bia@demo.example");
  await press(dialog.getByRole("button", { name: "Salvar" }));
  await page.getByRole("banner").getByText("Bia Nogueira Lima").waitFor();
  await page.reload();
  await page.getByRole("banner").getByText("Bia Nogueira Lima").waitFor();
  await bia.context.close();
});

testDisplayModes(
  "search, palette, keys and profile can be read and used",
  { email: "admin@demo.example", path: "/tickets", usual: "claro" },
  async (marina, { name, viewport }) => {
    const { page } = marina;
    await marina.synced();
    await press(page.getByRole("tab", { name: "Busca" }));
    await page.getByRole("searchbox").fill("a");
    await page.getByRole("list", { name: "Resultados da busca" }).waitFor();
    await page
      .getByText(/no servidor/)
      .first()
      .waitFor();
    await check(page, `search-${name}`);
    await page.getByRole("searchbox").fill("nada disso existe");
    await page.getByText("Nada encontrado").waitFor();
    await check(page, `search-none-${name}`);
    // Phones have the search tab instead of the palette's button; with a keyboard attached the shortcut works as
    // well.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Buscar ou fazer" }).waitFor();
    await check(page, `palette-empty-${name}`);
    await page.keyboard.type("a");
    await page.getByRole("option", { name: /também no servidor/ }).waitFor();
    await check(page, `palette-${name}`);
    await press(page.getByRole("option", { name: "Mostrar os atalhos" }));
    await page.getByRole("heading", { name: "Atalhos do teclado" }).waitFor();
    await check(page, `keys-${name}`);
    await dismiss(page);
    if (viewport === phone) {
      await press(page.getByRole("button", { name: "Abrir menu" }));
      await press(page.getByRole("button", { name: /^Editar meu perfil/ }));
    } else {
      await press(page.getByRole("button", { name: "Meu perfil" }));
      await press(page.getByRole("menuitem", { name: "Editar meu perfil" }));
    }
    await page.getByRole("heading", { name: "Meu perfil" }).waitFor();
    await check(page, `profile-${name}`);
    await dismiss(page);
  },
);

test("palette and shortcut list are translated to English and Spanish, with no text cut off", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  for (const [locale, open, title] of [
    ["en", "Search or run", "Keyboard shortcuts"],
    ["es", "Buscar o hacer", "Atajos del teclado"],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), locale);
    await page.reload();
    await press(page.getByRole("button", { name: new RegExp(open) }).locator("visible=true"));
    await page.getByRole("combobox", { name: open }).fill("a");
    await page.getByRole("option").nth(4).waitFor();
    await screenshot(page, `palette-${locale}`);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("?");
    const heading = page.getByRole("heading", { name: title });
    await heading.waitFor();
    await screenshot(page, `keys-${locale}`);
    const cut = await page
      .getByRole("dialog")
      .evaluate(
        (dialog) =>
          [...dialog.querySelectorAll("dt, dd, p, label")].filter((part) => part.scrollWidth > part.clientWidth + 1)
            .length,
      );
    expect(cut).toBe(0);
    await page.keyboard.press("Escape");
  }
  await marina.context.close();
});
