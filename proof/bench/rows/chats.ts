import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import postgres from "postgres";
import { buildIfNeeded } from "../../../bin/build.ts";
import { applicationUrl, claimKey, openDatabase } from "../../../db/index.ts";
import { launch, seenAt } from "../browser.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, summary } from "../figures.ts";
import { signInAt } from "../screen-marks.ts";
import type { Row } from "./index.ts";
import { listen } from "./live.ts";

const RUNS = 5;
const SAMPLES = 10;
const OWN_TARGET_MS = 30;
const COLLEAGUE_TARGET_MS = 300;
const log = '[role="log"]';

/** Reference: a page that appends a paragraph at once. */
const plainPage = `<textarea></textarea><div role="log"></div><script>
  document.querySelector("textarea").addEventListener("keydown", (event) => {
    if (event.key === "Enter") document.querySelector("[role=log]").append(event.target.value);
  });
</script>`;

/** Runs in the page: stores when Enter was pressed, in milliseconds of the machine's clock. */
const watchEnter = (page: Page) =>
  page.evaluate(() => {
    const press = { at: 0 };
    Object.assign(window, { press });
    const onKey = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === "Enter") press.at = performance.timeOrigin + timeStamp;
    };
    window.addEventListener("keydown", onKey, true);
  });
const pressedAt = (page: Page) => page.evaluate(() => (window as unknown as { press: { at: number } }).press.at);

/** Types the text and presses Enter. Returns the milliseconds until each page has painted it. */
async function write(page: Page, pages: readonly Page[], text: string): Promise<number[]> {
  await page.locator("textarea").first().fill(text);
  const seen = pages.map((one) => seenAt(one, log, text));
  await page.keyboard.press("Enter");
  const painted = await Promise.all(seen);
  const began = await pressedAt(page);
  return painted.map((at) => at - began);
}

/** Measures a message from one browser to another, one at a time. */
async function measure(environment: BenchEnvironment) {
  buildIfNeeded();
  const url = await environment.cluster.fresh("bench_chats");
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench chats" });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const browser = await launch();
  try {
    const { companyId, email } = await seedCompany(database, 1);
    const people = await sql<{ id: string; email: string }[]>`
      insert into users (company_id, id, name, email, password_hash, profile)
      select company_id, gen_random_uuid(), person, lower(person) || '-' || email, password_hash, 'user'
      from users, unnest(array['Ana', 'Bia', 'Caio']) as person where company_id = ${companyId}
      returning id, email`;
    await database.company(companyId, async (db) => {
      for (const { id, email: key } of people) await claimKey(db, { companyId, kind: "email", key, rowId: id });
    });
    const [ana, bia, caio] = people;
    if (!ana || !bia || !caio) throw new Error("three users are needed");
    const api = await environment.startApi(url);
    const token = await api.signIn(email);
    const post = async (path: string, body: object) => {
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
      const answer = await fetch(`${api.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { id: string };
    };
    const chat = await post("/chats", { title: "Plantão", users: [{ id: ana.id }, { id: bia.id }] });
    const other = await post("/chats", { title: "Outra", users: [{ id: caio.id }] });
    const pages: Page[] = [];
    for (const person of [ana, bia]) {
      const context = await browser.newContext({
        baseURL: api.url,
        locale: "pt-BR",
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await signInAt(page, person.email);
      await page.getByText("Tudo em dia").first().waitFor();
      await page.goto(`/chats/${chat.id}`);
      await page.locator("textarea").first().waitFor();
      await watchEnter(page);
      pages.push(page);
    }
    const plain = await browser.newPage();
    await plain.setContent(plainPage);
    await watchEnter(plain);
    const stream = await listen(api.url, await api.signIn(caio.email), "chatThreads");
    async function toStream(): Promise<number> {
      const began = performance.now();
      const before = stream.pokes.length;
      await post(`/chats/${other.id}/messages`, { message: "Bom dia!" });
      while (stream.pokes.length === before) await pause(1);
      return (stream.pokes[before]?.at ?? began) - began;
    }
    const [writer] = pages;
    if (!writer) throw new Error("no page was opened");
    const own: number[][] = [];
    const colleague: number[][] = [];
    const appended: number[][] = [];
    const streamed: number[][] = [];
    for (let run = -1; run < RUNS; run++) {
      const [mine, theirs, raw, events]: [number[], number[], number[], number[]] = [[], [], [], []];
      for (let at = 0; at < SAMPLES; at++) {
        await pause(300); // idle in between
        const [here = 0, there = 0] = await write(writer, pages, `olá ${run}.${at}.`);
        mine.push(here);
        theirs.push(there);
        raw.push(...(await write(plain, [plain], `olá ${run}.${at}.`)));
        events.push(await toStream());
      }
      if (run < 0) continue; // warm-up
      own.push(mine);
      colleague.push(theirs);
      appended.push(raw);
      streamed.push(events);
    }
    stream.close();
    await api.program.stop();
    return [
      figure({
        ...{ name: "chat-message-own", ...summary(own), unit: "ms", target: OWN_TARGET_MS },
        ...{ against: "a plain page appends a paragraph", againstValue: summary(appended).value },
      }),
      figure({
        ...{ name: "chat-message-colleague", ...summary(colleague), unit: "ms", target: COLLEAGUE_TARGET_MS },
        judgedBy: "p95",
        ...{ against: "by REST, until the server-sent event", againstValue: summary(streamed).value },
      }),
    ];
  } finally {
    await browser.close();
    await Promise.all([sql.end(), database.close()]);
    await environment.cluster.drop("bench_chats");
  }
}

const gives = ["chat-message-own", "chat-message-colleague"];
export const rows: Row[] = [{ name: "chat-message", gives, measure }];
