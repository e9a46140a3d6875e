import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes, walkedModes } from "../desk/access.ts";
import { desktop, openBrowser, password, phone, press, screenshot, signInByScreen } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { usually } from "../desk/sizes.ts";

test.each(
  usually("phone", [
    ["desktop", desktop],
    ["phone", phone],
  ]),
)("a user signs in by the screen and finds the tickets: %s", async (_size, viewport) => {
  const context = await openBrowser({ viewport });
  const page = await signInByScreen(context, "ana@demo.example");
  expect(new URL(page.url()).pathname).toBe("/tickets");
  await context.close();
});

test.each(walkedModes("celular-escuro"))(
  "the sign-in can be read and used: $name",
  async ({ name, viewport, theme }) => {
    const guest = await openBrowser({ viewport, theme });
    const login = await guest.newPage();
    await login.goto("/login");
    await login.getByLabel("E-mail").waitFor();
    await screenshot(login, `login-${name}`);
    expect(await seriousViolations(login)).toEqual([]);
    await guest.close();
  },
);

testDisplayModes(
  "every screen can be read and used",
  { email: "admin@demo.example", path: "/tickets", usual: "both" },
  async (marina, { name, viewport }) => {
    await marina.attending();
    await marina.reach("Helena Sampaio");
    await screenshot(marina.page, `tickets-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
    await marina.open("Helena Sampaio");
    await marina.log().getByText("Que ótimo! Precisa que eu esteja em casa?").waitFor();
    await marina.log().getByRole("img").first().waitFor();
    await marina.log().getByRole("slider").first().waitFor();
    await screenshot(marina.page, `conversation-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
    await marina.page.goto("/connections");
    await marina.page.getByText("Loja Savassi").first().waitFor();
    await screenshot(marina.page, `connections-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
    await marina.page.goto("/Kanban");
    await marina.page.locator("[data-card]").first().waitFor();
    await screenshot(marina.page, `kanban-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
    if (viewport === phone) return;
    await press(marina.page.locator("[data-card]").first());
    await marina.page.getByRole("complementary", { name: "Atendimento ao lado do quadro" }).getByRole("log").waitFor();
    await screenshot(marina.page, `kanban-panel-${name}`);
    expect(await seriousViolations(marina.page)).toEqual([]);
  },
);

test("an agent can sign in, pick a ticket, reply and close it by keyboard alone", async () => {
  const zelia = await customer("Zélia Moura");
  await zelia.writes("Consegue me ajudar?");
  const context = await openBrowser();
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("E-mail").waitFor();
  await page.keyboard.type("ana@demo.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Atendimentos" }).waitFor();
  // Other journeys have customers who wait longer.
  await page.evaluate(() => localStorage.setItem("waitingOrder", "newestFirst"));
  await page.reload();
  await page.getByRole("heading", { name: "Atendimentos" }).waitFor();
  await tabTo(page, /Aguardando/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Aceitar Zélia Moura" }).waitFor();
  await tabTo(page, /^Aceitar Zélia Moura$/);
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("Consegue me ajudar?").waitFor();
  await tabTo(page, /^Mensagem para Zélia Moura$/);
  await page.keyboard.type("Claro que sim");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await zelia.received()).length).toBe(1);
  await tabTo(page, /^Resolver$/);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("link", { name: "Zélia Moura", exact: true }).count()).toBe(0);
  await context.close();
});

/** Presses Tab, and arrow keys within a group of tabs, until the wanted element has the focus. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement === document.body ? null : document.activeElement;
      const labelledBy = element?.getAttribute("aria-labelledby");
      const label = labelledBy ? document.getElementById(labelledBy)?.textContent : null;
      return {
        name: element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "",
        role: element?.getAttribute("role") ?? "",
      };
    });
  for (let presses = 0; presses < 150; presses++) {
    const { name, role } = await focused();
    if (wanted.test(name.trim())) return;
    if (role === "tab") {
      // Arrow keys select as they move, so they are used only in a group that contains the wanted element.
      const group = page.locator(":focus").locator("xpath=ancestor::*[@role='tablist'][1]").getByRole("tab");
      const names = await group.allTextContents();
      if (names.some((text) => wanted.test(text.trim()))) {
        await page.keyboard.press("ArrowRight");
        continue;
      }
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${wanted}`);
}
