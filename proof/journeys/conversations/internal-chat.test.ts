import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations, walkedModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";

const sizes = [
  ["desktop", desktop],
  ["phone", phone],
] as const;

/** Opens the list of internal chats and returns a user's actions in it. */
async function chatsOf({ page, reply }: Agent, onPhone: boolean) {
  await page.goto("/chats");
  const row = (title: string) =>
    page.getByRole("list", { name: "Conversas internas" }).getByRole("listitem").filter({ hasText: title });
  return {
    page,
    row,
    async create(title: string, people: string[]) {
      await press(page.getByRole("button", { name: onPhone ? "Nova conversa interna" : "Nova", exact: true }).first());
      const dialog = page.getByRole("dialog", { name: "Conversa" });
      await dialog.getByLabel("Título").fill(title);
      for (const name of people) {
        await dialog.getByLabel("Buscar pessoas").fill(name);
        await press(dialog.getByRole("checkbox", { name }));
      }
      await press(dialog.getByRole("button", { name: "Salvar" }));
      await page.getByRole("textbox", { name: `Mensagem para ${title}` }).waitFor();
    },
    async open(title: string) {
      await press(row(title).getByRole("link"));
      await page.getByRole("textbox", { name: `Mensagem para ${title}` }).waitFor();
    },
    writes: (text: string) => reply(text),
    toList: () =>
      press(page.getByRole("navigation", { name: "Chats e mensagens" }).getByRole("button", { name: "Chats" })),
  };
}

const texts = (page: Page, mark: string) =>
  page
    .getByRole("log")
    .locator("[data-message]")
    .filter({ hasText: mark })
    .evaluateAll((all, word) => {
      const withoutTime = (each: Element) => (each.textContent ?? "").replace(/\d\d:\d\d.*$/, "");
      return all.map((each) => new RegExp(`${word} \\d+`).exec(withoutTime(each))?.[0]);
    }, mark);

test.each(usually("desktop", sizes))(
  "two people chat; one is offline for ten messages and a file, and everything arrives once: %s",
  async (size, viewport) => {
    const onPhone = viewport === phone;
    const title = `Vitrine ${size}`;
    const [marina, ana] = await Promise.all([agent("admin@demo.example", { viewport }), agent("ana@demo.example")]);
    const boss = await chatsOf(marina, onPhone);
    await boss.create(title, ["Ana Prado"]);
    await boss.writes("Quem fica com a vitrine?");
    await screenshot(boss.page, `internal-chat-${size}`);

    const reader = await chatsOf(ana, false);
    await reader.row(title).getByText("1 mensagem não lida").waitFor({ state: "attached" });
    await reader.page.getByRole("link", { name: /Chat interno.*há mensagens não lidas/ }).waitFor();
    await reader.open(title);
    await reader.page.getByRole("link", { name: "Chat interno", exact: true }).waitFor();
    await reader.writes("Eu fico");
    await boss.page.getByRole("log").getByText("Eu fico").waitFor();
    await reader.page.goto("/chats");
    await ana.synced();

    await marina.context.setOffline(true);
    const own = Array.from({ length: 10 }, (_, at) => `Sem internet ${at + 1}`);
    for (const text of own) await boss.writes(text);
    const chooser = boss.page.waitForEvent("filechooser");
    await press(boss.page.getByRole("button", { name: "Anexar" }));
    await (await chooser).setFiles({ name: "lista.txt", mimeType: "text/plain", buffer: Buffer.from("luzes, fita") });
    await press(boss.page.getByRole("button", { name: "Guardar na fila", exact: true }));
    await boss.page.getByText("lista.txt").first().waitFor();
    await screenshot(boss.page, `internal-chat-offline-${size}`);
    await reader.open(title);
    await reader.writes("Escrevi 1");
    await reader.writes("Escrevi 2");
    await reader.page.goto("/chats");
    expect(await texts(boss.page, "Escrevi")).toEqual([]);

    await marina.context.setOffline(false);
    await expect.poll(() => reader.row(title).getByText("11 mensagens não lidas").count()).toBeGreaterThan(0);
    await reader.open(title);
    await reader.page.getByRole("log").getByText("lista.txt").first().waitFor();
    for (const { page } of [boss, reader]) {
      await expect.poll(() => texts(page, "Sem internet")).toEqual(own);
      await expect.poll(() => texts(page, "Escrevi")).toEqual(["Escrevi 1", "Escrevi 2"]);
      await expect.poll(() => page.getByRole("log").getByText("lista.txt").count()).toBe(1);
    }
    await Promise.all([marina.context.close(), ana.context.close()]);
  },
);

test.each(usually("phone", sizes))(
  "the owner removes a member whose browser is offline, and deletes the chat; a new member sees its history: %s",
  async (size, viewport) => {
    const onPhone = viewport === phone;
    const title = `Plantão ${size}`;
    const [marina, ana, bia] = await Promise.all([
      agent("admin@demo.example"),
      agent("ana@demo.example", { viewport }),
      agent("bia@demo.example"),
    ]);
    const boss = await chatsOf(marina, false);
    await boss.create(title, ["Ana Prado"]);
    await boss.writes("Fechado no sábado");
    const member = await chatsOf(ana, onPhone);
    await member.open(title);
    await member.page.getByRole("log").getByText("Fechado no sábado").waitFor();
    expect(await member.page.getByRole("button", { name: "Editar conversa" }).count()).toBe(0);
    await ana.context.setOffline(true);

    await press(boss.page.getByRole("button", { name: "Editar conversa" }));
    const dialog = boss.page.getByRole("dialog", { name: "Conversa" });
    await press(dialog.getByRole("checkbox", { name: "Ana Prado" }));
    await press(dialog.getByRole("checkbox", { name: "Bia Nogueira" }));
    await press(dialog.getByRole("button", { name: "Salvar" }));
    await boss.page.getByText("Marina e Bia · você criou esta conversa").waitFor();
    await marina.synced();
    await member.page.getByRole("log").getByText("Fechado no sábado").waitFor();

    const fresh = await chatsOf(bia, false);
    await fresh.open(title);
    await fresh.page.getByRole("log").getByText("Fechado no sábado").waitFor();
    expect(
      await fresh
        .row(title)
        .getByText(/não lida/)
        .count(),
    ).toBe(0);

    await ana.context.setOffline(false);
    await member.page.waitForURL((url) => url.pathname === "/chats");
    await member.page.getByText("Esta conversa não está mais aqui").first().waitFor();
    await expect.poll(() => member.page.getByText(title).count()).toBe(0);

    await press(boss.page.getByRole("button", { name: "Excluir conversa" }));
    await boss.page.getByText("Esta ação não pode ser revertida, confirmar?").waitFor();
    await press(boss.page.getByRole("alertdialog").getByRole("button", { name: "Excluir conversa" }));
    await boss.page.waitForURL((url) => url.pathname === "/chats");
    await fresh.page.waitForURL((url) => url.pathname === "/chats");
    await expect.poll(() => fresh.page.getByText(title).count()).toBe(0);
    await Promise.all([marina.context.close(), ana.context.close(), bia.context.close()]);
  },
);

test.each(walkedModes("celular-escuro"))(
  "the internal chat is accessible: $name",
  async ({ name, viewport, theme }) => {
    const marina = await agent("admin@demo.example", { viewport, theme });
    const onPhone = viewport === phone;
    const boss = await chatsOf(marina, onPhone);
    const title = `Oficina ${name}`;
    await press(
      boss.page.getByRole("button", { name: onPhone ? "Nova conversa interna" : "Nova", exact: true }).first(),
    );
    await boss.page.getByRole("dialog", { name: "Conversa" }).getByLabel("Título").waitFor();
    await screenshot(boss.page, `internal-chat-dialog-${name}`);
    expect(await seriousViolations(boss.page)).toEqual([]);
    await press(boss.page.getByRole("dialog").getByRole("button", { name: "Cancelar" }));
    await boss.create(title, ["Ana Prado", "Bia Nogueira"]);
    await boss.writes("Turma das 19h lotou");
    await expect.poll(() => boss.page.getByRole("log").getByLabel("neste aparelho").count()).toBe(0);
    await screenshot(boss.page, `internal-chat-open-${name}`);
    expect(await seriousViolations(boss.page)).toEqual([]);
    if (onPhone) await boss.toList();
    await boss.row(title).waitFor();
    await screenshot(boss.page, `internal-chat-list-${name}`);
    expect(await seriousViolations(boss.page)).toEqual([]);
    await marina.context.close();
  },
);
