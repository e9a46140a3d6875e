import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { renameLeftQueue } from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";
import { twoAdmins } from "../desk/two-admins.ts";

const queues = async (page: Page) => {
  await page.goto("/queues");
  await page.getByRole("heading", { name: "Filas", level: 1 }).waitFor();
};
const save = (page: Page) => press(page.getByRole("dialog").getByRole("button", { name: "Salvar" }));
const dialogGone = (page: Page) => expect.poll(() => page.getByRole("dialog").count()).toBe(0);

testDisplayModes(
  "the queues screen and its dialog can be read and used",
  { email: "admin@demo.example", path: "/queues", usual: "celular-escuro" },
  async (marina, { name }) => {
    const { page } = marina;
    await marina.record("Vendas").waitFor();
    const check = async (what: string) => {
      await screenshot(page, `${what}-${name}`);
      expect(await seriousViolations(page), what).toEqual([]);
    };
    await check("queues");
    await marina.act("Vendas", "Editar Vendas");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Nome *").waitFor();
    for (const title of ["Quero comprar", "Acompanhar meu pedido"]) {
      await press(dialog.getByRole("button", { name: "Opção", exact: true }));
      await dialog.getByLabel("Nome da opção").fill(title);
    }
    await press(dialog.getByRole("button", { name: "Mover Acompanhar meu pedido para dentro da opção acima" }));
    await dialog.getByText("O cliente recebe").scrollIntoViewIfNeeded();
    await check("queue-menu");
    await dialog.getByLabel("Nome *").scrollIntoViewIfNeeded();
    await check("queue-data");
    await press(dialog.getByRole("tab", { name: "Typebot" }));
    await dialog.getByLabel("URL do Typebot").fill("https://bot.exemplo.com.br");
    await save(page);
    await dialog.getByText("Obrigatório quando há URL").waitFor();
    await check("queue-typebot");
    await press(dialog.getByRole("button", { name: "Cancelar" }));
    await dialogGone(page);
  },
);

test.each(
  usually("desktop", [
    ["on a desktop", undefined],
    ["on a phone", phone],
  ]),
)("a queue is created, changed and deleted %s, seen live in a second browser", async (_where, viewport) => {
  const name = viewport ? "Ateliê" : "Cobrança";
  await renameLeftQueue(name);
  const [marina, watching] = await twoAdmins({ viewport });
  const { page } = marina;
  await Promise.all([queues(page), queues(watching.page)]);
  await press(page.getByRole("button", { name: "Adicionar fila" }));
  const dialog = page.getByRole("dialog");
  await save(page);
  await dialog.getByText("Obrigatório").waitFor();
  await dialog.getByLabel("Nome *").fill("Vendas");
  await save(page);
  await dialog.getByText("Já existe uma fila com este nome.").waitFor();
  await dialog.getByLabel("Nome *").fill(name);
  // The color of Vendas is taken by that queue.
  await dialog.getByLabel("Cor *").fill("#1D7F52");
  await dialog.getByText("Esta cor já é de outra fila. Escolha outra.").waitFor();
  await press(dialog.getByRole("button", { name: viewport ? "#c2352f" : "#8d5bc0" }));
  await dialog.getByLabel("Mensagem de saudação").fill("Olá! Em que podemos ajudar?");
  await press(dialog.getByRole("button", { name: "Opção", exact: true }));
  await dialog.getByLabel("Nome da opção").fill("Segunda via");
  const preview = dialog.getByRole("figure");
  await expect.poll(() => preview.textContent()).toContain("Em que podemos ajudar?\n\n[ 1 ] - Segunda via");
  await dialog.getByLabel("Resposta").fill("Um momento, por favor.");
  await expect.poll(() => preview.textContent()).toContain("Um momento, por favor.");
  await save(page);
  await page.getByText("Fila salva").waitFor();
  await dialogGone(page);
  await marina.record(name).waitFor();

  await marina.act(name, `Editar ${name}`);
  await dialog.getByText("Segunda via").first().waitFor();
  await dialog.getByLabel("Nome *").fill(`${name} e mais`);
  await save(page);
  await marina.record(`${name} e mais`).waitFor();
  await dialogGone(page);

  await watching.record(`${name} e mais`).waitFor();

  await marina.act(`${name} e mais`, `Excluir ${name} e mais`);
  await page.getByText("Deseja realmente excluir este registro?").waitFor();
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
  await expect.poll(() => marina.record(`${name} e mais`).count()).toBe(0);
  await expect.poll(() => watching.record(`${name} e mais`).count()).toBe(0);
  await Promise.all([marina.context.close(), watching.context.close()]);
});

/** Drags in small steps like a hand: vertically to another option's row, horizontally for the depth. */
async function dragRow(
  page: Page,
  title: string,
  over: string,
  to: { below: boolean; right: number },
  byTouch: boolean,
) {
  const row = (name: string) => page.getByRole("dialog").locator("li[data-line]").filter({ hasText: name });
  await row(title).scrollIntoViewIfNeeded();
  const grip = await row(title).locator("[data-grip]").first().boundingBox();
  const target = await row(over).boundingBox();
  if (!grip || !target) throw new Error("the option rows are not visible");
  const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  const until = { x: from.x + to.right, y: to.below ? target.y + target.height - 4 : target.y + 4 };
  const steps = Array.from({ length: 12 }, (_, step) => ({
    x: from.x + ((until.x - from.x) * (step + 1)) / 12,
    y: from.y + ((until.y - from.y) * (step + 1)) / 12,
  }));
  if (!byTouch) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of steps) await page.mouse.move(x, y);
    await page.locator("span.bg-primary.absolute").waitFor({ state: "attached" });
    await screenshot(page, "queue-menu-dragging");
    return page.mouse.up();
  }
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", from);
  for (const at of steps) await touch("touchMove", at);
  await page.locator("span.bg-primary.absolute").waitFor({ state: "attached" });
  await touch("touchEnd");
  await finger.detach();
}

test.each(
  usually("phone", [
    ["with the mouse", undefined],
    ["with a finger", phone],
  ]),
)(
  "menu options are dragged up, below another and out again %s, and their position is announced",
  async (_how, viewport) => {
    const marina = await agent("admin@demo.example", { viewport });
    const { page } = marina;
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await queues(page);
    await marina.act("Suporte", "Editar Suporte");
    const dialog = page.getByRole("dialog");
    for (const title of ["Trocar peça", "Rastrear envio", "Falar com alguém"]) {
      await press(dialog.getByRole("button", { name: "Opção", exact: true }));
      await dialog.getByLabel("Nome da opção").fill(title);
    }
    await press(dialog.getByRole("button", { name: /Falar com alguém/, expanded: true }));
    const drawn = () =>
      dialog
        .locator("li[data-line]")
        .evaluateAll((rows) =>
          rows.map(
            (row) =>
              `${" ".repeat(Number.parseInt((row as HTMLElement).style.paddingInlineStart, 10) / 20)}${row.querySelector("button")?.textContent}`,
          ),
        );
    const statusShows = (text: string) =>
      dialog.getByRole("status").filter({ hasText: text }).waitFor({ state: "attached" });
    const by = viewport !== undefined;
    await dragRow(page, "Falar com alguém", "Trocar peça", { below: false, right: 0 }, by);
    await statusShows("“Falar com alguém” agora é a opção 1 do menu.");
    await expect.poll(drawn).toEqual(["1Falar com alguém", "2Trocar peça", "3Rastrear envio"]);
    await dragRow(page, "Rastrear envio", "Trocar peça", { below: true, right: 24 }, by);
    await statusShows("“Rastrear envio” agora é a opção 1 dentro de “Trocar peça”.");
    await expect.poll(drawn).toEqual(["1Falar com alguém", "2Trocar peça1 subopção", " 1Rastrear envio"]);
    // The options below an option move along.
    await dragRow(page, "Trocar peça", "Falar com alguém", { below: false, right: 0 }, by);
    await expect.poll(drawn).toEqual(["1Trocar peça1 subopção", " 1Rastrear envio", "2Falar com alguém"]);
    await dragRow(page, "Rastrear envio", "Falar com alguém", { below: true, right: -24 }, by);
    await expect.poll(drawn).toEqual(["1Trocar peça", "2Falar com alguém", "3Rastrear envio"]);
    // Does the same by keyboard.
    await dialog.getByRole("button", { name: "Mover Rastrear envio para dentro da opção acima" }).focus();
    await page.keyboard.press("Enter");
    await statusShows("“Rastrear envio” agora é a opção 1 dentro de “Falar com alguém”.");
    await screenshot(page, `queue-menu-dragged-${viewport ? "celular" : "claro"}`);
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints.filter((text) => /Content Security Policy|dnd/i.test(text))).toEqual([]);
    expect(await page.locator("[id^=dnd-kit]").count()).toBe(0);
    await press(dialog.getByRole("button", { name: "Cancelar" }));
    await marina.context.close();
  },
);

test("a second admin's list updates live; without a network queues can be read but not changed", async () => {
  const marina = await agent("admin@demo.example");
  const secondPage = await marina.context.newPage();
  await Promise.all([queues(marina.page), queues(secondPage)]);
  await press(marina.page.getByRole("button", { name: "Adicionar fila" }));
  await marina.page.getByLabel("Nome *").fill("Expresso");
  await save(marina.page);
  await secondPage.getByRole("row").filter({ hasText: "Expresso" }).waitFor();
  await marina.context.setOffline(true);
  await secondPage.getByText(/Sem internet: você vê o que já foi carregado/).waitFor();
  await secondPage.getByRole("row").filter({ hasText: "Expresso" }).waitFor();
  await expect.poll(() => secondPage.getByRole("button", { name: "Editar Expresso" }).isDisabled()).toBe(true);
  await marina.context.setOffline(false);
  await expect.poll(() => secondPage.getByRole("button", { name: "Excluir Expresso" }).isDisabled()).toBe(false);
  await press(secondPage.getByRole("button", { name: "Excluir Expresso" }));
  await press(secondPage.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
  await expect.poll(() => marina.record("Expresso").count()).toBe(0);
  await marina.context.close();
});

test("an agent cannot open the queues screen", async () => {
  const ana = await agent("ana@demo.example");
  await ana.page.goto("/queues");
  await ana.page.getByText("Acesso não permitido").locator("visible=true").first().waitFor();
  await ana.context.close();
});
