import type { Page } from "playwright-core";
import { expect } from "vitest";
import { press } from "./browser.ts";

/** The customer's phone on the sandbox page, with a user's actions. */
export const phonePage = (page: Page) => {
  const conversations = page.locator("#who summary");
  const choice = (connection: string) => page.getByRole("radio", { name: connection });
  // While the page loads, its header may move between the press and the release.
  const openConversations = () =>
    expect
      .poll(async () => {
        const isOpen = await page.getByRole("button", { name: "Abrir conversa" }).isVisible();
        if (!isOpen) await press(conversations);
        return isOpen;
      })
      .toBe(true);
  return {
    async connection(name: string) {
      await openConversations();
      await choice(name).check();
    },
    /** `number`: only for a connection that has numbers. */
    async begin(name: string, number?: string) {
      await openConversations();
      if (number) await page.getByLabel("Número com país e DDD").fill(number);
      await page.getByLabel("Nome", { exact: true }).fill(name);
      await press(page.getByRole("button", { name: "Abrir conversa" }));
    },
    async writes(text: string) {
      await page.getByLabel("Mensagem do cliente").fill(text);
      await press(page.getByRole("button", { name: "Enviar", exact: true }));
    },
  };
};
