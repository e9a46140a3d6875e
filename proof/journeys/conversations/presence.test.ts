import { inject, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

test("colleagues see who views and who types in a conversation, and the agent sees the customer typing", async () => {
  const [ana, marina] = await Promise.all([agent("ana@demo.example"), agent("admin@demo.example")]);
  const elisa = await customer("Elisa Tavares");
  await ana.waiting();
  await elisa.writes("Posso trocar o vaso?");
  await ana.accept("Elisa Tavares");
  await ana.log().getByText("Posso trocar o vaso?").waitFor();
  await marina.page.goto(new URL(ana.page.url()).pathname);
  await marina.page.getByText("Ana Prado está vendo").first().waitFor();
  await ana.page.getByText("Marina Duarte está vendo").first().waitFor();
  await ana.composer().pressSequentially("Pode sim");
  await marina.page.getByText("Ana Prado está digitando…").first().waitFor();
  await screenshot(marina.page, "presenca-digitando");
  await fetch(`${inject("deskUrl")}/sandbox/typing`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ connectionId: elisa.connectionId, number: elisa.number }),
  });
  await ana.page.getByText("Elisa Tavares está digitando…").first().waitFor();
  await marina.page.goto("/tickets");
  await ana.page.getByText("Marina Duarte está vendo").first().waitFor({ state: "detached" });
  await Promise.all([ana.context.close(), marina.context.close()]);
});
