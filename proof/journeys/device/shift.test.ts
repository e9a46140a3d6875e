import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Agent, at } from "../desk/agent.ts";
import { appIsStored, screenshot, signIn } from "../desk/browser.ts";
import { type Customer, customer } from "../desk/customer.ts";
import { killBrowser, openProfile } from "../desk/killed-browser.ts";
import { restAs } from "../desk/rest.ts";

type Action = { name: string; run(ana: Agent): Promise<void> };
const names = ["Abel", "Berta", "Ciro", "Dalva", "Enzo", "Flora", "Gil", "Hilda"].map((name) => `${name} Plantão`);

/** Returns five actions for each of eight contacts; none requires the network. */
function actionsFor(name: string, place: number): Action[] {
  const first = name.split(" ")[0] ?? name;
  const tag = ["VIP", "Orçamento"][place % 2] ?? "VIP";
  return [
    {
      name: `accept ${name}`,
      async run(ana) {
        await ana.waiting();
        await ana.accept(name);
        await ana.page.getByRole("textbox", { name: `Mensagem para ${name}` }).waitFor();
      },
    },
    { name: `answer ${name}`, run: (ana) => ana.reply(`Bom dia, ${first}!`) },
    { name: `answer ${name} again`, run: (ana) => ana.reply(`Já vejo isso, ${first}.`) },
    {
      name: `tag ${name}`,
      async run({ page }) {
        await page.getByRole("button", { name: "Tag", exact: true }).click();
        await page.getByRole("combobox", { name: "Tag" }).fill(tag);
        await page.getByRole("option", { name: tag }).click();
        await page.getByRole("button", { name: `Remover a tag ${tag}` }).waitFor();
        await page.getByRole("combobox", { name: "Tag" }).waitFor({ state: "detached" });
      },
    },
    {
      name: `note on ${name}`,
      async run({ page }) {
        const field = page.getByRole("textbox", { name: "Escreva uma observação" });
        if (!(await field.isVisible())) await page.getByRole("button", { name: `Dados do contato: ${name}` }).click();
        // The tag list returns the focus when it has closed, which takes it from a field that is filled at once.
        await expect.poll(() => field.fill(`Ligar para ${first}`).then(() => field.inputValue())).not.toBe("");
        await field.press("Enter");
        // A controlled text area has its value as text content, too: only the list shows that the note is stored.
        const notes = page.getByRole("complementary").getByRole("listitem");
        await notes.filter({ hasText: `Ligar para ${first}` }).waitFor();
      },
    },
  ];
}

test("a shift of 40 offline actions with the browser killed in the middle has 40 effects, none twice", async () => {
  const people = await Promise.all(names.map((name) => customer(name)));
  const folder = await mkdtemp(join(tmpdir(), "shift-"));
  let context = await openProfile(folder);
  let ana = at(await signIn(context, "ana@demo.example"), context);
  await ana.waiting();
  for (const person of people) await person.writes("Preciso de ajuda");
  for (const { name } of people) await ana.reach(name, ana.acceptButton(name));
  await ana.synced();
  await appIsStored(ana.page);
  await context.setOffline(true);

  const actions = names.flatMap(actionsFor);
  expect(actions).toHaveLength(40);
  for (const action of actions.slice(0, 20)) await done(ana, action);
  await killBrowser(context, folder);

  context = await openProfile(folder);
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto("/tickets");
  ana = at(page, context);
  await page.getByRole("heading", { name: "Atendimentos" }).waitFor();
  for (const action of actions.slice(20)) await done(ana, action);
  await screenshot(page, "journey-shift");
  expect(await people[0]?.received()).toEqual([]);

  await context.setOffline(false);
  await expect
    .poll(async () => Promise.all(people.map(async (person) => (await person.received()).length)), { timeout: 60_000 })
    .toEqual(names.map(() => 2));
  await ana.synced();
  const ask = await restAs("admin@demo.example");
  const effects = await Promise.all(people.map((person, place) => effectsOn(ask, person, place)));
  expect(effects.flat()).toEqual(actions.map(({ name }) => `${name}: once`));
  await context.close();
});

async function done(ana: Agent, { name, run }: Action): Promise<void> {
  await run(ana).catch(async (error: unknown) => {
    await screenshot(ana.page, "journey-shift-stuck");
    throw new Error(`could not ${name}`, { cause: error });
  });
}

type Ticket = { id: string; status: string; user: { name: string } | null; tags: { name: string }[] };

/** Returns the effects of the five actions, read from the phone and the server. */
async function effectsOn(ask: Awaited<ReturnType<typeof restAs>>, person: Customer, place: number) {
  const { name } = person;
  const first = name.split(" ")[0] ?? name;
  const { tickets } = await ask<{ tickets: Ticket[] }>(
    `/tickets?showAll=true&searchParam=${encodeURIComponent(person.number)}`,
  );
  const [ticket] = tickets;
  if (!ticket || tickets.length > 1) throw new Error(`${name} has ${tickets.length} tickets`);
  const { events } = await ask<{ events: { type: string }[] }>(`/tickets/${ticket.id}/timeline`);
  const notes = await ask<{ note: string }[]>(`/ticket-notes/list?ticketId=${ticket.id}`);
  const received = await person.received();
  const timesReceived = (text: string) =>
    received
      .filter(({ body }) => body.split("\n").at(-1) === text)
      .reduce((sum, { receivedCount }) => sum + receivedCount, 0);
  const tag = ["VIP", "Orçamento"][place % 2];
  const counts: [string, number][] = [
    [`accept ${name}`, ticket.user?.name === "Ana Prado" ? events.filter(({ type }) => type === "accepted").length : 0],
    [`answer ${name}`, timesReceived(`Bom dia, ${first}!`)],
    [`answer ${name} again`, timesReceived(`Já vejo isso, ${first}.`)],
    [`tag ${name}`, ticket.tags.filter((each) => each.name === tag).length],
    [`note on ${name}`, notes.filter(({ note }) => note === `Ligar para ${first}`).length],
  ];
  return counts.map(([what, count]) => `${what}: ${count === 1 ? "once" : `${count} times`}`);
}
