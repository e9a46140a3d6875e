import { expect, test } from "vitest";
import { givenBoard } from "../../../db/testing/given-board.ts";
import { seriousViolations } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { asOwner, signUpCompany } from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

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

test.each(usually("desktop", sizes))(
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
    await ana.page.getByText(/sobre a coluna Aguardando pagamento, 3 de 4/).waitFor({ state: "attached" });
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

test.each(usually("phone", sizes))(
  "two people move one card without a network: both end in the lane of the later arrival: $name",
  async ({ name: size, viewport }) => {
    const people = [await board(ANA, { viewport }), await board(MARINA, { viewport })] as const;
    const [ana, marina] = people;
    const name = await movableName(ana, "Em Aberto");
    for (const person of people) {
      await search(person, name);
      await person.context.setOffline(true);
    }
    await moveByMenu(ana, name, "Orçamento");
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

/** Returns the reports of the page's Content-Security-Policy, as they come. */
function refusals({ page }: Agent): string[] {
  const refused: string[] = [];
  page.on("console", (line) => {
    if (line.text().includes("Content Security Policy")) refused.push(line.text());
  });
  return refused;
}

test("a card is dragged by touch on a phone: the lanes scroll at the edge, and the server stores the move", async () => {
  const ana = await board(ANA, { viewport: phone });
  const refused = refusals(ana);
  // Cards that arrive move the others away from the finger.
  await ana.page.getByText("Tudo em dia").first().waitFor({ state: "attached" });
  const name = await movableName(ana, "Em Aberto");
  const card = cardIn(ana, "Em Aberto", name);
  const id = await card.getAttribute("data-card");
  const box = await card.boundingBox();
  if (!id || !box) throw new Error("the card is not drawn");
  const finger = await ana.context.newCDPSession(ana.page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number, y?: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  const [x, y] = [box.x + 60, box.y + 10];
  await touch("touchStart", x, y);
  // A finger that rests lifts the card; one that moves at once scrolls.
  await ana.page.locator("[data-dnd-dragging]").waitFor();
  for (let step = 1; step <= 20; step++) await touch("touchMove", x + ((phone.width - 12 - x) * step) / 20, y + 100);
  const rightOfFirst = async () => {
    const first = await laneOf(ana, "Em Aberto").boundingBox();
    return first ? first.x + first.width : 0;
  };
  await expect.poll(rightOfFirst, { interval: 30 }).toBeLessThan(phone.width / 2 - 20);
  // Away from the edge the lanes stand still; a slow machine may have scrolled further than the next lane.
  await touch("touchMove", phone.width / 2, y + 100);
  const target = ana.page.locator("[data-lane]").filter({ hasText: "Solte aqui" });
  await screenshot(ana.page, "kanban-touched");
  const lane = ((await target.getAttribute("aria-label")) ?? "").split(",")[0] ?? "";
  expect(lane).not.toBe("Em Aberto");
  await touch("touchEnd");
  await ana.page.getByText("Ticket Tag Adicionado com Sucesso!").waitFor();
  const lanesOnServer = () =>
    asOwner(
      (sql) => sql<{ name: string }[]>`
        select t.name from ticket_tags k join tags t on t.company_id = k.company_id and t.id = k.tag_id
        where k.ticket_id = ${id} and t.is_kanban`,
    );
  await expect.poll(async () => (await lanesOnServer()).map((lane) => lane.name)).toEqual([lane]);
  await cardIn(ana, lane, name).waitFor();
  await press(ana.page.getByRole("button", { name: "Desfazer" }));
  await expect.poll(lanesOnServer).toEqual([]);
  expect(refused).toEqual([]);
  await close([ana]);
});

test.each(usually("desktop", sizes))(
  "a board of 2,000 cards scrolls without a blank frame: $name",
  async ({ viewport }) => {
    const { page, context, companyId } = await signUpCompany({ viewport });
    await asOwner((sql) => givenBoard(sql, companyId, 2_000));
    await page.goto("/Kanban");
    await page.getByRole("region", { name: /^Em Aberto, 1.?200 / }).waitFor({ timeout: 60_000 });
    const slow = await scrollThrough(page, 400, 60);
    expect(slow).toMatchObject({ frames: 60, blank: [] });
    for (const px of [2_000, -6_000]) {
      const { frames, blank, end } = await scrollThrough(page, px);
      expect(frames).toBeGreaterThan(10);
      expect(blank).toEqual([]);
      // The end of the lane is reached.
      expect(end).toBe(px > 0 ? 1_200 : 1);
    }
    await scrollThrough(page, 20_000);
    // A card that is moved by keys into the depth of another lane is drawn there and keeps the focus.
    const last = page.getByRole("button", { name: "Cliente 2000", exact: true });
    await last.focus();
    for (const key of ["Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
    const moved = page
      .getByRole("region", { name: /^Orçamento, 201 / })
      .getByRole("button", { name: "Cliente 2000", exact: true });
    await moved.waitFor();
    await expect.poll(() => moved.evaluate((card) => card === document.activeElement)).toBe(true);
    await context.close();
  },
  180_000,
);

/**
 * Scrolls the first lane to its end, `px` in each frame, for at most `most` frames. A frame is blank when a part of the
 * lane's visible height of more than 2 px has no card. `end` is the place of the last card in view, counted from 1;
 * upwards, that of the first.
 */
const scrollThrough = (page: Agent["page"], px: number, most = Number.MAX_SAFE_INTEGER) =>
  page.evaluate(
    async ([step, limit]) => {
      const list = document.querySelector("[data-lane] ul");
      const lane = list?.parentElement;
      if (!list || !lane) throw new Error("the lane is not drawn");
      const seen = { frames: 0, blank: [] as string[], end: 0 };
      for (let still = 0; still < 3 && seen.frames < limit; ) {
        const before = lane.scrollTop;
        lane.scrollTop += step;
        still = lane.scrollTop === before ? still + 1 : 0;
        await new Promise(requestAnimationFrame);
        seen.frames++;
        const { top, bottom } = lane.getBoundingClientRect();
        const cards = [...list.children]
          .map((row) => ({ row, box: row.getBoundingClientRect() }))
          .filter(({ row, box }) => row.querySelector("[data-card]") && box.bottom > top && box.top < bottom)
          .sort((a, b) => a.box.top - b.box.top);
        let covered = top;
        for (const { box } of cards) if (box.top <= covered + 2) covered = box.bottom;
        // Below the last card the lane ends with its padding.
        const last = cards.at(-1);
        const isEnd = last?.row.getAttribute("aria-posinset") === last?.row.getAttribute("aria-setsize");
        if (covered < bottom - (isEnd ? 10 : 2))
          seen.blank.push(`${lane.scrollTop}: covered to ${covered - top} of ${bottom - top}`);
        seen.end = Number((step > 0 ? last : cards[0])?.row.getAttribute("aria-posinset"));
      }
      return seen;
    },
    [px, most] as const,
  );

test("a card is moved by mouse, the toast undoes it, and it opens beside the board", async () => {
  const ana = await board(ANA);
  const refused = refusals(ana);
  const { page } = ana;
  const name = await movableName(ana, "Em Aberto");
  const card = cardIn(ana, "Em Aberto", name);
  const panel = page.getByRole("complementary", { name: "Atendimento ao lado do quadro" });
  const [from, to] = [await card.boundingBox(), await laneOf(ana, "Avaria").boundingBox()];
  if (!from || !to) throw new Error("the board is not drawn");
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 200, { steps: 15 });
  await laneOf(ana, "Avaria").getByText("Solte aqui").waitFor();
  await screenshot(page, "kanban-dragged");
  await page.mouse.up();
  await cardIn(ana, "Avaria", name).waitFor();
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
  expect(refused).toEqual([]);
  await close([ana]);
});
