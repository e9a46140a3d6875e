import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { buildIfNeeded } from "../../bin/build.ts";
import { launch } from "../browser.ts";
import { figure, summary } from "../figures.ts";
import type { World } from "../world.ts";
import { openDeskPrograms } from "./desk.ts";
import type { Row } from "./index.ts";
import { signInAt } from "./screens.ts";

const RUNS = 5;
const SAMPLES = 8;

const now = () => performance.timeOrigin + performance.now();

/** When the text was painted, by the machine's clock. */
const seenAt = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const list = () => document.querySelector('[aria-label="Lista de atendimentos"]')?.textContent ?? "";
    const until = performance.now() + 20_000;
    while (!list().includes(wanted)) {
      if (performance.now() > until) throw new Error("the message is not shown");
      await new Promise(requestAnimationFrame);
    }
    return performance.timeOrigin + performance.now();
  }, text);

/** From the customer's phone to the list on an agent's screen, one message at a time. */
async function measure(world: World) {
  buildIfNeeded();
  const desk = await openDeskPrograms(world, "bench_inbound", 1);
  const browser = await launch();
  try {
    await desk.connector();
    const api = await desk.api();
    const waiting = new Map<string, (at: number) => void>();
    await desk.library(1, (text, at) => waiting.get(text)?.(at));
    await desk.link(1);
    const context = await browser.newContext({ baseURL: api.url, locale: "pt-BR" });
    const page = await context.newPage();
    await signInAt(page, desk.shop.email);
    const pending = page.getByRole("tab", { name: /Aguardando/ }).first();
    await pending.waitFor();
    await pending.click();
    const [from, name] = [`55319${randomInt(70_000_000, 79_999_999)}1`.slice(0, 13), "Helena"];
    const send = (connectionId: string | undefined, body: string) =>
      desk.post("/sandbox/messages", { connectionId, from, name, body });

    async function toScreen(text: string): Promise<number> {
      const seen = seenAt(page, text);
      const began = now();
      await send(desk.shop.connectionIds[0], text);
      return (await seen) - began;
    }
    async function toLibrary(text: string): Promise<number> {
      const received = new Promise<number>((done) => waiting.set(text, done));
      const began = now();
      await send(desk.bare.connectionIds[0], text);
      return (await received) - began;
    }
    for (const text of ["primeira", "segunda"]) {
      await toScreen(text);
      await toLibrary(text);
    }
    const [ours, theirs]: number[][][] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      const [mine, bare]: number[][] = [[], []];
      for (let at = 0; at < SAMPLES; at++) {
        await pause(300); // idle in between
        mine?.push(await toScreen(`olá ${run}.${at}.`));
        bare?.push(await toLibrary(`olá ${run}.${at}.`));
      }
      ours?.push(mine ?? []);
      theirs?.push(bare ?? []);
    }
    return [
      figure({
        name: "inbound-to-screen",
        ...summary(ours ?? []),
        unit: "ms",
        target: 300,
        judgedBy: "p95",
        against: "the channel's library alone has the message",
        againstValue: summary(theirs ?? []).value,
      }),
    ];
  } finally {
    await browser.close();
    await desk.close();
  }
}

export const rows: Row[] = [{ name: "inbound-to-screen", measure }];
