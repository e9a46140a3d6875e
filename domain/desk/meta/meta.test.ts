import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { openGraph } from "../../../outside/graph/index.ts";
import { type StartedMeta, startMeta } from "../../../sandbox/testing/start-meta.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { deleteConnection, listConnections, newQr, reportConnection, updateConnection } from "../connections/index.ts";
import {
  findLinkedAccount,
  forgetToken,
  freeName,
  type Granted,
  grantedAccounts,
  linkAccounts,
  loginAddress,
  openLogin,
  openMetaBox,
} from "./index.ts";

const { channelAccounts, connectionLeases } = schema;
const box = openMetaBox("a secret key for the tests only, long enough");
let meta: StartedMeta;
beforeAll(async () => {
  meta = await startMeta();
});
afterAll(() => meta.stop());

let serial = 0;
/** A page that no other test uses. */
function page(change: Partial<Granted["accounts"][number]> = {}): Granted["accounts"][number] {
  const accountId = `page-${process.pid}-${testTime()}-${serial++}`;
  return { channel: "facebook", accountId, pageId: accountId, name: "Olaria", token: "EAAS-segredo", ...change };
}
const granted = (...accounts: Granted["accounts"]): Granted => ({ facebookUserId: "1", accounts });
const link = (pages: Granted) => (ctx: Context) => linkAccounts(ctx, box, pages);

describe("accounts granted by Meta", () => {
  const ask = async (addInstagram: boolean, facebookUserId = meta.people.helena.id) =>
    grantedAccounts(openGraph(meta.config), {
      facebookUserId,
      facebookUserToken: await meta.token(meta.people.helena, { addInstagram: true }),
      addInstagram,
    });
  const names = ({ accounts }: Granted) => accounts.map(({ channel, name }) => `${channel} ${name}`);

  test("include every page, over all of Meta's answer pages, and Instagram accounts on request", async () => {
    const pages = ["facebook Olaria Serra Azul", "facebook Ateliê Ouro Preto", "facebook Oficina de Torno"];
    expect(names(await ask(false))).toEqual(pages);
    expect(names(await ask(true)).toSorted()).toEqual(
      [...pages, "instagram @olariaserraazul", "instagram @oficinadetorno"].toSorted(),
    );
  });

  test("are empty for another user's token and when no page was chosen", async () => {
    expect((await refusal(ask(false, "somebody"))).code).toBe("Facebook page not found");
    const facebookUserToken = await meta.token(meta.people.caio, { pages: [] });
    const none = { facebookUserId: meta.people.caio.id, facebookUserToken, addInstagram: false };
    expect((await refusal(grantedAccounts(openGraph(meta.config), none))).code).toBe("Facebook page not found");
  });

  test("without a requested Instagram account report that", async () => {
    const { caio } = meta.people;
    const facebookUserToken = await meta.token(caio, { addInstagram: true, pages: [caio.pages[1]?.id ?? ""] });
    const asked = { facebookUserId: caio.id, facebookUserToken, addInstagram: true };
    expect((await refusal(grantedAccounts(openGraph(meta.config), asked))).code).toBe("ERR_META_NO_INSTAGRAM");
  });

  test("memory exhaustion: an answer without an end is given up after 2 MiB", async () => {
    const part = `"${"x".repeat(1024 * 1024)}",`;
    const most = 64;
    let sent = 0;
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"data":[');
      const send = () => {
        if (sent === most) return void response.end('"x"]}');
        sent += 1;
        response.write(part);
      };
      response.on("drain", send);
      send();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const graphUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asked = { facebookUserId: "1", facebookUserToken: "EAAendless", addInstagram: false };
    const { code } = await refusal(grantedAccounts(openGraph({ ...meta.config, graphUrl }), asked));
    expect(code).toBe("ERR_META_UNREACHABLE");
    expect(sent).toBeLessThan(most);
  });

  test("are refused for a false token, another app's secret, and while Meta is unreachable", async () => {
    const asked = { facebookUserId: "1", facebookUserToken: "EAAfalse", addInstagram: false };
    const code = async (config = meta.config, grant = asked) =>
      (await refusal(grantedAccounts(openGraph(config), grant))).code;
    expect(await code()).toBe("ERR_META_LOGIN");
    const own = { ...asked, facebookUserToken: await meta.token() };
    expect(await code({ ...meta.config, appId: "2" }, own)).toBe("ERR_META_LOGIN");
    expect(await code({ ...meta.config, graphUrl: "http://127.0.0.1:1/meta" }, own)).toBe("ERR_META_UNREACHABLE");
    meta.setAway(true);
    expect(await code(meta.config, own)).toBe("ERR_META_UNREACHABLE");
    meta.setAway(false);
  });
});

describe("connecting accounts", () => {
  test("creates and starts a connection for each, with the token encrypted", async () => {
    const { admin, companyId } = await givenCompany();
    const [first, second] = [page(), page({ channel: "instagram", name: "@olaria" })];
    const { connections, elsewhere } = await acting(admin, link(granted(first, second)));
    expect(elsewhere).toEqual([]);
    expect(connections.map(({ channel, name, status, isDefault }) => [channel, name, status, isDefault])).toEqual([
      ["facebook", "Olaria", "OPENING", false],
      ["instagram", "@olaria", "OPENING", false],
    ]);
    const [id = ""] = connections.map((connection) => connection.id);
    const stored = await atDesk(companyId, (ctx) => ctx.db.select().from(channelAccounts));
    expect(stored.map(({ sealed }) => sealed?.includes("segredo"))).toEqual([false, false]);
    expect(await atDesk(companyId, (ctx) => findLinkedAccount(ctx, box, id))).toMatchObject({
      pageId: first.pageId,
      token: "EAAS-segredo",
    });
    const wanted = await atDesk(companyId, (ctx) =>
      ctx.db.select().from(connectionLeases).where(eq(connectionLeases.connectionId, id)),
    );
    expect(wanted).toMatchObject([{ desired: "up", request: 1 }]);
  });

  test("gives an existing page its new token and keeps its name, queues and texts", async () => {
    const { admin, companyId, queue } = await givenCompany();
    const own = page();
    const [first] = (await acting(admin, link(granted(own)))).connections;
    if (!first) throw new Error("nothing was linked");
    const { id } = first;
    const change = { ...first, token: "", name: "Nossa página", queueIds: [queue.id], greetingMessage: "Oi" };
    await acting(admin, (ctx) => updateConnection(ctx, id, change));
    await atDesk(companyId, (ctx) => reportConnection(ctx, id, { status: "CONNECTED" }));
    const again = await acting(admin, link(granted({ ...own, token: "EAAS-novo", name: "Outro nome" })));
    expect(again.connections).toMatchObject([
      { id, name: "Nossa página", queueIds: [queue.id], greetingMessage: "Oi", status: "CONNECTED" },
    ]);
    expect(await atDesk(companyId, (ctx) => findLinkedAccount(ctx, box, id))).toMatchObject({ token: "EAAS-novo" });
    expect(await acting(admin, listConnections)).toHaveLength(2);
  });

  test("leaves another company's page until its connection is deleted there", async () => {
    const [mine, theirs] = [await givenCompany(), await givenCompany()];
    const [shared, free] = [page({ name: "Feira" }), page({ name: "Livre" })];
    const [held] = (await acting(theirs.admin, link(granted(shared)))).connections;
    expect(await refusal(acting(mine.admin, link(granted(shared))))).toMatchObject({
      code: "ERR_META_PAGE_ELSEWHERE",
      details: { pages: ["Feira"] },
    });
    const some = await acting(mine.admin, link(granted(shared, free)));
    expect([some.connections.map(({ name }) => name), some.elsewhere]).toEqual([["Livre"], ["Feira"]]);
    await acting(theirs.admin, (ctx) => deleteConnection(ctx, held?.id ?? ""));
    const now = await acting(mine.admin, link(granted(shared)));
    expect(now.connections.map(({ name }) => name)).toEqual(["Feira"]);
  });

  test("by two companies at once gives each page to exactly one", async () => {
    const companies = [await givenCompany(), await givenCompany()];
    const pages = [page({ name: "Um" }), page({ name: "Dois" })];
    const tries = await Promise.allSettled(
      companies.map(({ admin }, place) => acting(admin, link(granted(...(place === 0 ? pages : pages.toReversed()))))),
    );
    const linked = tries.flatMap((one) => (one.status === "fulfilled" ? one.value.connections : []));
    expect(linked.map(({ name }) => name).toSorted()).toEqual(["Dois", "Um"]);
  });

  test("is for admins only, and a deleted token keeps the page with the company", async () => {
    const { admin, ana, companyId } = await givenCompany();
    const own = page();
    const instagram = page({ channel: "instagram", pageId: own.pageId, name: "@olaria" });
    expect((await refusal(acting(ana, link(granted(own))))).code).toBe("ERR_NO_PERMISSION");
    const { connections } = await acting(admin, link(granted(own, instagram)));
    const [id = "", other = ""] = connections.map((connection) => connection.id);
    // The Instagram account receives events through the page's subscription.
    expect(await atDesk(companyId, (ctx) => forgetToken(ctx, id))).toEqual({ isPageInUse: true });
    expect(await atDesk(companyId, (ctx) => forgetToken(ctx, other))).toEqual({ isPageInUse: false });
    expect(await atDesk(companyId, (ctx) => findLinkedAccount(ctx, box, id))).toBeNull();
    const again = await acting(admin, link(granted(own)));
    expect(again.connections.map((connection) => connection.id)).toEqual([id]);
    expect((await refusal(acting(admin, (ctx) => newQr(ctx, id)))).code).toBe("ERR_META_LINK_AGAIN");
  });
});

test.each([
  ["Olaria", [], "Olaria"],
  ["Olaria", ["Olaria"], "Olaria (Facebook)"],
  ["Olaria", ["Olaria", "Olaria (Facebook)"], "Olaria (Facebook 2)"],
  ["Ó", [], "Facebook Ó"],
  ["x".repeat(60), ["x".repeat(50)], `${"x".repeat(39)} (Facebook)`],
])("names a page %s beside %j as %s", (name, taken, free) => {
  expect(freeName(name, "Facebook", new Set(taken))).toBe(free);
});

describe("a Meta sign-in", () => {
  const ana = { companyId: "c1", id: "u1" };
  const login = { redirectUri: "https://desk.example/connections/facebook", addInstagram: true };
  const now = testNow();
  const begun = () => new URL(loginAddress(box, { loginUrl: "https://m.example", appId: "9" }, ana, login, now));
  const state = begun().searchParams.get("state") ?? "";
  const code = (person: typeof ana, text: string, at = now) =>
    refusal(Promise.resolve().then(() => openLogin(box, person, text, at))).then((refused) => refused.code);

  test("requests the permissions and returns with its state", () => {
    const { pathname, searchParams } = begun();
    expect([pathname, searchParams.get("client_id"), searchParams.get("redirect_uri")]).toEqual([
      "/v25.0/dialog/oauth",
      "9",
      login.redirectUri,
    ]);
    expect(searchParams.get("scope")?.split(",")).toContain("instagram_manage_messages");
    expect(openLogin(box, ana, state, now)).toMatchObject(login);
  });

  test("started by someone else, altered or expired is refused", async () => {
    expect(await code({ ...ana, id: "u2" }, state)).toBe("ERR_META_LOGIN");
    expect(await code({ ...ana, companyId: "c2" }, state)).toBe("ERR_META_LOGIN");
    expect(await code(ana, `${state.slice(0, -4)}AAAA`)).toBe("ERR_META_LOGIN");
    expect(await code(ana, "")).toBe("ERR_META_LOGIN");
    expect(await code(ana, state, new Date(now.getTime() + 16 * 60_000))).toBe("ERR_META_LOGIN");
  });
});
