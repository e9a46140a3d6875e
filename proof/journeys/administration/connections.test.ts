import { randomInt } from "node:crypto";
import { expect, inject, test } from "vitest";
import { displayModes, seriousViolations } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";

async function sandbox<T>(path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${inject("deskUrl")}/sandbox${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

test.each(
  usually("phone", [
    ["on a desktop", undefined],
    ["on a phone", phone],
  ]),
)("a number is connected by a pairing code, its token replaced and its outages listed %s", async (_where, viewport) => {
  const marina = await agent("admin@demo.example", { viewport });
  const { page } = marina;
  // A retry meets what its first attempt has left.
  const attempt = randomInt(1000, 10_000);
  const [shop, look1] = viewport ? ["Loja Pampulha", displayModes[2]?.name] : ["Loja Centro", displayModes[0]?.name];
  const name = `${shop} ${attempt}`;
  await page.goto("/connections");
  await press(page.getByRole("button", { name: "Adicionar" }));
  await press(page.getByRole("menuitem", { name: "Número de WhatsApp" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Nome").fill(name);
  await press(dialog.getByRole("button", { name: /Adicionar|Salvar/ }));
  await expect.poll(() => dialog.count()).toBe(0);

  // The dialog's buttons appear once and stay: no button replaces another under the pointer.
  await marina.act(name, `QR Code: ${name}`);
  await press(dialog.getByRole("button", { name: "Conectar com um código" }));
  await press(dialog.getByRole("button", { name: "Pedir código" }));
  await dialog.getByText("Escreva o número com o código do país.").waitFor();
  const { body: connections } = await sandbox<{ id: string; name: string }[]>("/connections");
  const connectionId = connections.find((connection) => connection.name === name)?.id ?? "";
  const { number } = (await sandbox<{ number: string }>("/faults", { connectionId })).body;
  await dialog.getByLabel("Número deste celular").fill(`+${number}`);
  await press(dialog.getByRole("button", { name: "Pedir código" }));
  const shown = dialog.getByLabel("Código para digitar no celular");
  await shown.waitFor();
  await screenshot(page, `connection-code-${look1}`);
  expect(await seriousViolations(page)).toEqual([]);
  const code = (await shown.textContent())?.replace("-", "") ?? "";
  await expect.poll(async () => (await sandbox(`/connections/${connectionId}/code`, { code })).status).toBe(200);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await marina.record(name).getByText("Conectada", { exact: true }).waitFor();

  await marina.act(name, `Editar ${name}`);
  await dialog.getByText("Sem token").waitFor();
  await press(dialog.getByRole("button", { name: "Gerar token" }));
  const shownToken = dialog.getByRole("textbox", { name: "Token" });
  await expect.poll(() => shownToken.inputValue()).toMatch(/^[\w-]{32}$/);
  const token = await shownToken.inputValue();
  const confirm = page.getByRole("alertdialog");
  await press(dialog.getByRole("button", { name: "Trocar token" }));
  await press(confirm.getByRole("button", { name: "Trocar token" }));
  await expect.poll(() => shownToken.inputValue()).not.toBe(token);
  await screenshot(page, `connection-token-${look1}`);
  await press(dialog.getByRole("button", { name: "Revogar token" }));
  await press(confirm.getByRole("button", { name: "Revogar token" }));
  await dialog.getByText("Sem token").waitFor();
  await press(dialog.getByRole("tab", { name: "Quedas" }));
  await dialog.getByText("Esta conexão ainda não caiu.").waitFor();
  const outages = dialog.getByText(/recuperad|agora/);
  await sandbox("/faults", { connectionId, drop: true });
  await outages.first().waitFor();
  await screenshot(page, `connection-outages-${look1}`);
  expect(await seriousViolations(page)).toEqual([]);
  await marina.context.close();
});
