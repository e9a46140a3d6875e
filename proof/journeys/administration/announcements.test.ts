import { randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, openBrowser, phone, press, screenshot, signIn } from "../desk/browser.ts";
import { signUpCompany } from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

const sizes = [
  ["desktop", desktop],
  ["phone", phone],
] as const;

/** A PNG of one grey pixel. */
function pixel(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = chunk("IDAT", deflateSync(Buffer.from([0, 128])));
  return Buffer.concat([signature, chunk("IHDR", header), rows, chunk("IEND", Buffer.alloc(0))]);
}
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

async function publish({ page, onPhone }: Agent, title: string): Promise<void> {
  await page.goto("/announcements");
  await press(page.getByRole("button", { name: "Novo informativo" }).first());
  const dialog = page.getByRole("dialog", { name: "Novo informativo" });
  await dialog.getByLabel("Título *").fill(title);
  await dialog.getByLabel("Texto *").fill("O Pix volta às 14h. Detalhes em https://status.balcao.example");
  await press(dialog.getByRole("button", { name: /^Prioridade/ }));
  await press(page.getByRole("option", { name: "Alta" }));
  const file = { name: "pix.png", mimeType: "image/png", buffer: pixel() };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText("pix.png").waitFor();
  await check(page, `announcement-dialog-${onPhone ? "phone" : "desktop"}`);
  await press(dialog.getByRole("button", { name: "Salvar" }));
  await page.getByText("Informativo salvo.").waitFor();
}

/** Opens the announcements of the platform: a popover, on phones a page that the menu opens. */
async function openAnnouncements(page: Page, onPhone: boolean) {
  if (onPhone) await press(page.getByRole("button", { name: "Abrir menu" }));
  await press(page.getByRole("button", { name: /^Informativos/ }).last());
  const list = page.getByRole("list", { name: "Informativos" });
  await list.waitFor();
  return (title: string) => list.getByRole("button").filter({ hasText: title });
}

const closeAnnouncements = async (page: Page) => {
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Informativos" }).waitFor({ state: "detached" });
};

const isDrawn = (page: Page, title: string) =>
  page
    .getByRole("img", { name: `Imagem de ${title}` })
    .evaluate((picture) => picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0);

test.each(usually("phone", sizes))(
  "an announcement appears live for another company, is read offline, is read on each device, and goes: %s",
  async (size, viewport) => {
    const onPhone = viewport === phone;
    const title = `Pix parado ${randomUUID().slice(0, 8)}`;
    const [owner, reader] = await Promise.all([agent("admin@demo.example", { viewport }), signUpCompany({ viewport })]);
    await reader.page.getByRole("button", { name: onPhone ? "Abrir menu" : /^Informativos/ }).waitFor();
    await publish(owner, title);
    await screenshot(owner.page, `announcements-published-${size}`);

    const row = await openAnnouncements(reader.page, onPhone);
    await row(title).getByText("Não lido").waitFor({ state: "attached" });
    // Not with the popover: the library's focus sentinels in it are hidden and focusable on purpose.
    await (onPhone ? check : screenshot)(reader.page, `announcements-${size}`);
    await press(row(title));
    await reader.page.getByRole("link", { name: "https://status.balcao.example" }).waitFor();
    await expect.poll(() => isDrawn(reader.page, title)).toBe(true);
    await screenshot(reader.page, `announcement-reading-${size}`);

    await press(reader.page.getByRole("button", { name: "Voltar à lista" }));
    await row(title).getByText("Não lido").waitFor({ state: "detached" });
    await reader.context.setOffline(true);
    await press(row(title));
    await reader.page.getByText("Lido neste aparelho; nos outros, quando houver internet").waitFor();
    await expect.poll(() => isDrawn(reader.page, title)).toBe(true);
    await screenshot(reader.page, `announcement-offline-${size}`);
    await reader.context.setOffline(false);
    await reader.context.close();

    const other = await openBrowser({ viewport });
    const page = await signIn(other, reader.email);
    const again = await openAnnouncements(page, onPhone);
    await again(title).waitFor();
    expect(await again(title).getByText("Não lido").count()).toBe(0);

    // An inactive announcement disappears from the open list.
    await owner.page.goto("/announcements");
    await owner.act(title, `Editar ${title}`);
    const dialog = owner.page.getByRole("dialog", { name: "Editar informativo" });
    await press(dialog.getByRole("button", { name: /^Status/ }));
    await press(owner.page.getByRole("option", { name: "Inativo" }));
    await press(dialog.getByRole("button", { name: "Salvar" }));
    await owner.page.getByText("Informativo salvo.").waitFor();
    await screenshot(owner.page, `announcements-list-${size}`);
    await again(title).waitFor({ state: "detached" });
    await closeAnnouncements(page);
    await Promise.all([other, owner.context].map((context) => context.close()));
  },
  180_000,
);

test("a user who is not super is led away from the announcements' screen", async () => {
  const ana = await agent("ana@demo.example");
  await ana.page.goto("/announcements");
  await ana.page.getByText("Acesso não permitido.").first().waitFor();
  await ana.page.waitForURL((url) => url.pathname !== "/announcements");
  await ana.context.close();
});
