import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { check } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { phone } from "../desk/browser.ts";
import { contacts } from "../desk/contacts.ts";
import { customer } from "../desk/customer.ts";

const rows = ({ page }: Agent) => page.getByRole("list", { name: "Contatos" }).getByRole("listitem");
const button = ({ page }: Agent, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Holds a finger on an element until `shown` is visible. */
async function rest(target: Locator, shown: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("the element is not visible");
  const finger = await target.page().context().newCDPSession(target.page());
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await shown.waitFor();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

/** Returns how many accept buttons are visible, and how many of them a tap at their center does not reach. */
const acceptable = ({ page }: Agent) =>
  page.evaluate(() => {
    const inSight = [...document.querySelectorAll("button[aria-label^=Aceitar]")].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const list = button.closest(".overflow-y-auto")?.getBoundingClientRect();
      const y = top + height / 2;
      if (!list || y < list.top || y > list.bottom) return [];
      return [button.contains(document.elementFromPoint(left + width / 2, y))];
    });
    return { count: inSight.length, covered: inSight.filter((isFree) => !isFree).length };
  });

test("contacts are filtered, viewed, selected and exported by touch", async () => {
  const marina = await contacts("admin@demo.example", { viewport: phone });
  const { page } = marina;
  await check(page, "phone-contacts");
  const all = await rows(marina).count();
  await button(marina, "Filtrar").tap();
  await page.getByRole("dialog").getByRole("button", { name: "VIP" }).tap();
  await check(page, "phone-contacts-filter");
  await button(marina, /^Ver \d+ contatos?$/).tap();
  await expect.poll(() => rows(marina).count()).toBeLessThan(all);
  await button(marina, /^Filtrar: 1/).tap();
  await button(marina, "Limpar").tap();
  await page.getByRole("dialog").getByRole("button", { name: /^Ver/ }).tap();
  await expect.poll(() => rows(marina).count()).toBe(all);

  await marina.record("Antônio Valadares").getByRole("button").tap();
  await page.getByRole("dialog").getByText("Última mensagem").waitFor();
  await check(page, "phone-contacts-sheet");
  await button(marina, "Selecionar vários").tap();
  await page.getByText("1 selecionado").waitFor();
  await marina.record("Alice Drumond").getByRole("button").tap();
  await page.getByText("2 selecionados").waitFor();
  await check(page, "phone-contacts-selection");
  const download = page.waitForEvent("download");
  await button(marina, "Exportar").tap();
  expect((await download).suggestedFilename()).toBe("contatos.csv");
  await button(marina, "Limpar seleção").tap();

  const first = rows(marina).first();
  await rest(first, page.getByText("1 selecionado"));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await first.getByRole("button").tap();
  await button(marina, "Adicionar").waitFor();
  await marina.context.close();
});

test("the last row can be scrolled clear of the add button", async () => {
  const marina = await contacts("admin@demo.example", { viewport: phone });
  const last = rows(marina).last();
  await expect
    .poll(async () => {
      await last.scrollIntoViewIfNeeded();
      await rows(marina)
        .first()
        .evaluate((row) => row.closest(".overflow-y-auto")?.scrollBy(0, 5000));
      const [row, add] = await Promise.all([last.boundingBox(), button(marina, "Adicionar").boundingBox()]);
      return row && add ? row.y + row.height <= add.y : false;
    })
    .toBe(true);
  await marina.context.close();
});

test("no title is cut and nothing covers the accept button on a narrow phone", async () => {
  const [marina, writer] = await Promise.all([agent("admin@demo.example", { viewport: phone }), customer("Iara Melo")]);
  const { page } = marina;
  await writer.writes("Tem alguém aí?");
  await page.setViewportSize({ width: 360, height: 640 });
  await marina.waiting();
  await marina.reach("Iara Melo", marina.acceptButton("Iara Melo"));
  const { count, covered } = await acceptable(marina);
  expect(count).toBeGreaterThan(0);
  expect(covered).toBe(0);
  for (const path of [
    "tickets",
    "contacts",
    "tags",
    "queues",
    "users",
    "quick-messages",
    "connections",
    "schedules",
    "settings",
    "messages-api",
  ]) {
    await page.goto(`/${path}`);
    await page.getByRole("banner").getByRole("button", { name: "Abrir menu" }).waitFor();
    const [needed, there] = await page
      .getByRole("banner")
      .evaluate((header) => [header.scrollWidth, header.clientWidth] as const);
    expect(needed, path).toBeLessThanOrEqual(there);
  }
  await marina.context.close();
});
