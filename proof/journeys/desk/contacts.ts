import { type Agent, agent } from "./agent.ts";

/** Signs a user in at the contacts list. */
export async function contacts(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/contacts");
  await person.page.getByRole(person.onPhone ? "list" : "table", { name: "Contatos" }).waitFor();
  return person;
}
