import { afterAll, expect, inject, test } from "vitest";
import { looks, seriousIn } from "./desk/access.ts";
import { agent } from "./desk/agent.ts";
import { browser, look, phone } from "./desk/browser.ts";

afterAll(async () => (await browser()).close());

async function sandbox<T>(path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${inject("deskUrl")}/sandbox${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

test.each([
  ["on a desktop", undefined],
  ["on a phone", phone],
])(
  "a number is linked by a code that is typed, its token replaced and its outages listed %s",
  async (_where, viewport) => {
    const marina = await agent("admin@demo.example", { viewport });
    const { page } = marina;
    const [name, look1] = viewport ? ["Loja Pampulha", looks[2]?.name] : ["Loja Centro", looks[0]?.name];
    await page.goto("/connections");
    await page.getByRole("button", { name: "Adicionar" }).click();
    await page.getByRole("menuitem", { name: "Número de WhatsApp" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Nome").fill(name);
    await dialog.getByRole("button", { name: /Adicionar|Salvar/ }).click();

    // What it offers comes once and stays: no button that another replaces under the pointer.
    await page.getByRole("button", { name: `QR Code: ${name}`, exact: true }).click();
    await dialog.getByRole("button", { name: "Conectar com um código" }).click();
    await dialog.getByRole("button", { name: "Pedir código" }).click();
    await dialog.getByText("Escreva o número com o código do país.").waitFor();
    const { body: connections } = await sandbox<{ id: string; name: string }[]>("/connections");
    const connectionId = connections.find((connection) => connection.name === name)?.id ?? "";
    const { number } = (await sandbox<{ number: string }>("/faults", { connectionId })).body;
    await dialog.getByLabel("Número deste celular").fill(`+${number}`);
    await dialog.getByRole("button", { name: "Pedir código" }).click();
    const shown = dialog.getByLabel("Código para digitar no celular");
    await shown.waitFor();
    await look(page, `connection-code-${look1}`);
    expect(await seriousIn(page)).toEqual([]);
    const code = (await shown.textContent())?.replace("-", "") ?? "";
    await expect
      .poll(async () => (await sandbox(`/connections/${connectionId}/code`, { code })).status, { timeout: 15_000 })
      .toBe(200);
    await expect.poll(() => page.getByRole("dialog").count(), { timeout: 20_000 }).toBe(0);
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByRole("button", { name: /Desconectar/ }).waitFor();

    await page.getByRole("button", { name: `Editar ${name}` }).click();
    await dialog.getByText("Sem token").waitFor();
    await dialog.getByRole("button", { name: "Gerar token" }).click();
    const shownToken = dialog.getByRole("textbox", { name: "Token" });
    await expect.poll(() => shownToken.inputValue()).toMatch(/^[\w-]{32}$/);
    const token = await shownToken.inputValue();
    const confirm = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Trocar token" }).click();
    await confirm.getByRole("button", { name: "Trocar token" }).click();
    await expect.poll(() => shownToken.inputValue()).not.toBe(token);
    await look(page, `connection-token-${look1}`);
    await dialog.getByRole("button", { name: "Revogar token" }).click();
    await confirm.getByRole("button", { name: "Revogar token" }).click();
    await dialog.getByText("Sem token").waitFor();
    await dialog.getByRole("tab", { name: "Quedas" }).click();
    await dialog.getByText("Esta conexão ainda não caiu.").waitFor();
    const outages = dialog.getByText(/recuperad|agora/);
    await sandbox("/faults", { connectionId, drop: true });
    await outages.first().waitFor();
    await look(page, `connection-outages-${look1}`);
    expect(await seriousIn(page)).toEqual([]);
    await marina.context.close();
  },
);
