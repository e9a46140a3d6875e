import { agent } from "./agent.ts";
import { type openBrowser, press } from "./browser.ts";

/**
 * Signs the same admin in with two browsers at once, after allowing several sessions for the company. Settings stay
 * changed for the journeys that follow.
 */
export async function twoAdmins(options: Parameters<typeof openBrowser>[0] = {}) {
  const first = await agent("admin@demo.example", options);
  await first.page.goto("/settings");
  const single = first.page.getByRole("switch", { name: "Uma sessão por pessoa" });
  await single.waitFor();
  await first.synced();
  if ((await single.getAttribute("aria-checked")) === "true") {
    await press(single);
    await first.page.getByText("Operação atualizada com sucesso").first().waitFor();
  }
  const second = await agent("admin@demo.example");
  return [first, second] as const;
}
