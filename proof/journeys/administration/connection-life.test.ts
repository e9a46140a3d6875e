import { expect, inject, test } from "vitest";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";
import { seriousViolations } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";

async function sandbox<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${inject("deskUrl")}/sandbox${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

test("a number imports its history and its customers' pictures, and the screens explain each of its failures", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  const from = givenPhoneNumber();
  // A second attempt finds the connection of the first one.
  const [name, customerName] = [`Loja Memória ${from.slice(-4)}`, `Noêmia Passado ${from.slice(-4)}`];
  await page.goto("/connections");
  await press(page.getByRole("button", { name: "Adicionar" }));
  await press(page.getByRole("menuitem", { name: "Número de WhatsApp" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Nome").fill(name);
  const days = dialog.getByLabel("Dias de histórico a importar");
  await expect.poll(() => days.inputValue()).toBe("7");
  await days.fill("91");
  await press(dialog.getByRole("button", { name: /Adicionar|Salvar/ }));
  await dialog.getByText("Use dias inteiros, de 0 a 90.").waitFor();
  await days.fill("30");
  await screenshot(page, "connection-history-field");
  await press(dialog.getByRole("button", { name: /Adicionar|Salvar/ }));
  await press(page.getByRole("button", { name: `QR Code: ${name}`, exact: true }));

  const connections = await sandbox<{ id: string; name: string }[]>("/connections");
  const connectionId = connections.find((connection) => connection.name === name)?.id ?? "";
  const past = { connectionId, from, name: customerName, isPast: true };
  await sandbox("/messages", { ...past, body: "isto é de antes de ligar" });
  await sandbox("/messages", { ...past, media: { type: "image" } });
  await sandbox("/picture", { connectionId, number: from });
  await expect
    .poll(() =>
      sandbox(`/connections/${connectionId}/scan`, {}).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: /Desconectar/ }).waitFor();
  await sandbox("/messages", { connectionId, from, name: customerName, body: "e isto é de agora" });

  await page.goto("/tickets");
  await marina.waiting();
  await marina.accept(customerName);
  await marina.log().getByText("e isto é de agora").waitFor();
  await marina.log().getByText("isto é de antes de ligar").waitFor();
  const face = page.locator('img[src^="/media/"]').first();
  await face.waitFor();
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const load = marina.log().getByRole("button", { name: /Carregar o arquivo/ });
  await load.waitFor();
  await screenshot(page, "history-before-loading");
  expect(await seriousViolations(page)).toEqual([]);
  await press(load);
  await marina.log().getByRole("img", { name: /^Foto/ }).first().waitFor();
  await screenshot(page, "history-loaded");

  /** Card of the dashboard that counts how many of today's incoming messages are stored. */
  const card = page.getByRole("list", { name: "O que chegou hoje" }).getByRole("listitem").filter({ hasText: name });
  const states = [
    [403, "O WhatsApp bloqueou este número.", /peça a revisão por lá/, "banned"],
    [440, "Esta conexão foi aberta em outro lugar.", /Feche o outro programa/, "replaced"],
    [405, "O WhatsApp exige uma versão mais nova do Balcão.", /atualização/, "outdated"],
  ] as const;
  for (const [refuseLogins, happened, todo, picture] of states) {
    await sandbox("/faults", { connectionId, refuseLogins });
    if (picture === "banned") {
      await page.getByText(`${name} está fora do ar: as mensagens esperam. ${happened}`).waitFor();
      await screenshot(page, "conversation-banned");
    }
    await page.goto("/connections");
    await row.getByText(happened).waitFor();
    await row.getByText(todo).waitFor();
    await row.getByText(/^Desde /).waitFor();
    await card.getByText(/^(Fora do ar|Intervalo em aberto) há /).waitFor();
    await screenshot(page, `connection-${picture}`);
    await sandbox("/faults", { connectionId, refuseLogins: false });
    await press(row.getByRole("button", { name: /Tentar de novo/ }));
    await row.getByRole("button", { name: /Desconectar/ }).waitFor();
    await card.getByText("Nada se perdeu").waitFor();
  }
  const counts = (await card.getByText(/guardada/).textContent())?.match(/\d+/g) ?? [];
  expect(counts[0], "what came in and what is stored").toBe(counts[1]);
  expect(await seriousViolations(page)).toEqual([]);

  await sandbox("/faults", { connectionId, restrictedUntil: new Date(Date.now() + 3_600_000).toISOString() });
  await row.getByText(/não deixa este número começar conversas novas até/).waitFor();
  await screenshot(page, "connection-restricted");
  await page.setViewportSize(phone);
  await screenshot(page, "connection-restricted-phone");
  expect(await seriousViolations(page)).toEqual([]);
  await sandbox("/faults", { connectionId, restrictedUntil: null });
  await expect.poll(() => page.getByText(/começar conversas novas/).count()).toBe(0);
  await marina.context.close();
});
