import { afterAll, expect, test } from "vitest";
import { seriousViolations } from "./desk/access.ts";
import { type Agent, agent } from "./desk/agent.ts";
import { browser, desktop, phone, press, screenshot } from "./desk/browser.ts";

afterAll(async () => (await browser()).close());

const sizes = [
  { name: "desktop", viewport: desktop },
  { name: "phone", viewport: phone },
];
/** An agent who serves one queue, and an admin who sees all; each moves the other's cards. */
const [ANA, MARINA] = ["ana@demo.example", "admin@demo.example"];

async function board(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/Kanban");
  await person.page.locator("[data-card]").first().waitFor();
  return person;
}
const laneOf = ({ page }: Agent, lane: string) => page.getByRole("region", { name: new RegExp(`^${lane}, `) });
const cardOf = ({ page }: Agent, name: string) => page.getByRole("article", { name });
const cardIn = (person: Agent, lane: string, name: string) =>
  laneOf(person, lane).getByRole("article", { name }).locator("[data-card]");
const close = (people: Agent[]) => Promise.all(people.map(({ context }) => context.close()));

/** Returns the name on the first card of a lane that the person may move. */
async function movableName(person: Agent, lane: string): Promise<string> {
  const move = laneOf(person, lane).getByRole("button", { name: /^Mover para…: / });
  return ((await move.first().getAttribute("aria-label")) ?? "").replace("Mover para…: ", "");
}

/** Filters the board by one name: a card deep in a lane is not drawn before it is scrolled into view. */
async function search(person: Agent, name: string): Promise<void> {
  await person.page.getByRole("searchbox", { name: "Buscar cartão" }).fill(name);
  await expect.poll(() => person.page.locator("[data-card]").count()).toBe(1);
}

async function moveByMenu(person: Agent, name: string, lane: string): Promise<void> {
  await press(cardOf(person, name).getByRole("button", { name: /^Mover para/ }));
  await press(person.page.getByRole("menuitem", { name: lane }));
  await cardIn(person, lane, name).waitFor();
}

test.each(sizes)(
  "a card is moved by keys alone, the toast undoes it, and a colleague sees both: $name",
  async ({ name: size, viewport }) => {
    const [ana, marina] = await Promise.all([board(ANA, { viewport }), board(MARINA)]);
    const { keyboard } = ana.page;
    const name = await movableName(ana, "Em Aberto");
    await search(marina, name);
    await cardIn(ana, "Em Aberto", name).focus();
    for (const key of ["Space", "ArrowRight", "Escape"]) await keyboard.press(key);
    await ana.page.getByText(`Cancelado. ${name} continua na coluna Em Aberto.`).waitFor({ state: "attached" });
    await cardIn(ana, "Em Aberto", name).waitFor();
    for (const key of ["Space", "ArrowRight", "ArrowRight"]) await keyboard.press(key);
    await ana.page.getByText(/sobre a coluna Aguardando pagamento, 3 de 5/).waitFor({ state: "attached" });
    await screenshot(ana.page, `kanban-lifted-${size}`);
    await keyboard.press("Space");
    await cardIn(ana, "Aguardando pagamento", name).waitFor();
    await expect
      .poll(() => cardIn(ana, "Aguardando pagamento", name).evaluate((card) => card === document.activeElement))
      .toBe(true);
    await cardIn(marina, "Aguardando pagamento", name).waitFor();
    await ana.page.getByText("Ticket Tag Adicionado com Sucesso!").waitFor();
    await press(ana.page.getByRole("button", { name: "Desfazer" }));
    for (const person of [ana, marina]) await cardIn(person, "Em Aberto", name).waitFor();
    expect(await seriousViolations(ana.page)).toEqual([]);
    await close([ana, marina]);
  },
  120_000,
);

test.each(sizes)(
  "two people move one card without a network: both end in the lane of the later arrival: $name",
  async ({ name: size, viewport }) => {
    const people = [await board(ANA, { viewport }), await board(MARINA, { viewport })] as const;
    const [ana, marina] = people;
    const name = await movableName(ana, "Em Aberto");
    for (const person of people) {
      await search(person, name);
      await person.context.setOffline(true);
    }
    await moveByMenu(ana, name, "VIP");
    await ana.page.getByText("Movido neste aparelho. Sai quando a internet voltar.").waitFor();
    await moveByMenu(marina, name, "Avaria");
    await cardOf(ana, name).getByText("na fila").waitFor();
    await screenshot(ana.page, `kanban-offline-${size}`);
    await ana.context.setOffline(false);
    await cardOf(ana, name).getByText("na fila").waitFor({ state: "detached" });
    await marina.context.setOffline(false);
    for (const person of people) {
      await cardIn(person, "Avaria", name).waitFor();
      await expect.poll(() => cardOf(person, name).count()).toBe(1);
    }
    await cardOf(marina, name).getByText("na fila").waitFor({ state: "detached" });
    await moveByMenu(marina, name, "Em Aberto");
    await cardIn(ana, "Em Aberto", name).waitFor();
    await close([...people]);
  },
  120_000,
);

test("a card is moved by mouse, the toast undoes it, and it opens beside the board", async () => {
  const ana = await board(ANA);
  const { page } = ana;
  const name = await movableName(ana, "Em Aberto");
  const card = cardIn(ana, "Em Aberto", name);
  const panel = page.getByRole("complementary", { name: "Atendimento ao lado do quadro" });
  const [from, to] = [await card.boundingBox(), await laneOf(ana, "VIP").boundingBox()];
  if (!from || !to) throw new Error("the board is not drawn");
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 200, { steps: 15 });
  await laneOf(ana, "VIP").getByText("Solte aqui").waitFor();
  await screenshot(page, "kanban-dragged");
  await page.mouse.up();
  await cardIn(ana, "VIP", name).waitFor();
  expect(await panel.count()).toBe(0);
  await press(page.getByRole("button", { name: "Desfazer" }));
  await press(cardIn(ana, "Em Aberto", name));
  await panel.waitFor();
  // Resolving and its undo stay on the board.
  await press(panel.getByRole("button", { name: "Resolver" }).first());
  await panel.waitFor({ state: "detached" });
  await cardIn(ana, "Em Aberto", name).waitFor({ state: "detached" });
  await press(page.getByRole("button", { name: "Desfazer" }));
  await panel.waitFor();
  await cardIn(ana, "Em Aberto", name).waitFor();
  expect(new URL(page.url()).pathname).toBe("/Kanban");
  await close([ana]);
}, 90_000);
