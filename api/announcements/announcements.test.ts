import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnnouncementWire } from "../../contracts/wire/announcements.ts";
import { givenAgent, givenCompany, giveTo } from "../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { type Client, givenSignedIn } from "../testing/given-app.ts";
import { allReceived, givenLive, type Listening, listenLive } from "../testing/given-live.ts";

/** Active announcements are logged in every company: other tests must not see them. */
let own: OwnDatabase;
let given: Awaited<ReturnType<typeof givenLive>>;
const open: Listening[] = [];
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  given = await givenLive();
});
afterAll(async () => {
  for (const listening of open) listening.close();
  await given.stop();
  await own.drop();
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("nothing of an inactive announcement comes to other companies: by call, file address, sync or live event", async () => {
  const home = await givenCompany();
  const reader = (await givenCompany()).ana;
  const owner = await givenAgent({ companyId: home.companyId, name: "Dona", profile: "admin", isSuper: true });
  const [asOwner, asReader] = [await givenSignedIn(given, owner), await givenSignedIn(given, reader)];
  const listen = async (client: Client) => {
    const listening = await listenLive(given.url, client, { notification: true });
    open.push(listening);
    return listening;
  };
  const [ofOwner, ofReader] = [await listen(asOwner), await listen(asReader)];

  /** Calls as the super user; returns the record and what each socket heard of it. */
  async function act(method: string, path: string, body?: object | FormData) {
    ofOwner.received.length = 0;
    ofReader.received.length = 0;
    const isForm = body instanceof FormData;
    const response = await asOwner.request(path, {
      method,
      headers: isForm ? {} : { "content-type": "application/json" },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    const record: AnnouncementWire = await response.json();
    await allReceived(given, home.companyId, [ofOwner]);
    await allReceived(given, reader.companyId, [ofReader]);
    const receivedBy = ({ received }: Listening) => received.filter(({ event }) => event.endsWith("announcement"));
    return { record, toOwner: receivedBy(ofOwner), toReader: receivedBy(ofReader) };
  }
  const withPicture = (id: string) => {
    const form = new FormData();
    form.set("file", new File([png], "aviso.png", { type: "image/png" }));
    return act("POST", `/announcements/${id}/media-upload`, form);
  };
  const status = async (path: string, init: RequestInit = {}) => (await asReader.request(path, init)).status;
  const signedStatus = async (path: string) => (await given.app.request(path)).status;
  /** Everything that the reader can load without a live event. */
  async function readable() {
    const list = await (await asReader.request("/announcements?status=false")).text();
    const synced = await (await asReader.request("/sync/announcements?limit=100")).text();
    return `${list} ${synced}`;
  }

  const { record } = await act("POST", "/announcements", { title: "Manutenção", text: "Domingo", status: true });
  const { id } = record;
  const shown = await withPicture(id);
  expect(shown.toReader).toMatchObject([{ action: "update", record: { id, mediaName: "aviso.png" } }]);
  const [received] = shown.toReader as unknown as { record: AnnouncementWire }[];
  const { mediaPath } = ((await asReader.get(`/announcements/${id}`)).body ?? {}) as AnnouncementWire;
  const addresses = [mediaPath ?? "", received?.record.mediaPath ?? ""].map((path) => `/public/${path}`);
  expect(mediaPath).toMatch(/^media\/[0-9a-f-]{36}\?/);
  const fileId = new URL(mediaPath ?? "", "http://local").pathname.split("/").at(-1) ?? "";
  const files = async () => [
    ...(await Promise.all(addresses.map(signedStatus))),
    await status(`/media/${fileId}`),
    await status(`/media/${fileId}`, { headers: { Range: "bytes=0-3" } }),
  ];
  expect([await files(), await readable()]).toEqual([[200, 200, 200, 206], expect.stringContaining(id)]);

  const hidden = await act("PUT", `/announcements/${id}`, { status: false });
  expect(hidden.toReader).toEqual([{ event: "company-announcement", action: "delete", id }]);
  expect(hidden.toOwner).toMatchObject([{ action: "update", record: { id, status: false } }]);
  expect(await status(`/announcements/${id}`)).toBe(404);
  expect(await files()).toEqual([404, 404, 404, 404]);
  expect(await readable()).not.toMatch(/Manutenção|aviso/);

  const secret = `segredo ${randomUUID()}`;
  const changed = [
    await act("PUT", `/announcements/${id}`, { title: secret, text: secret }),
    await withPicture(id),
    await act("POST", "/announcements", { title: secret, text: secret, status: false }),
  ];
  const other = changed[2]?.record.id ?? "";
  changed.push(await act("DELETE", `/announcements/${other}`));
  expect(changed.map(({ toReader }) => toReader)).toEqual([[], [], [], []]);
  expect(await status(`/announcements/${other}`)).toBe(404);
  const newFile = new URL(changed[1]?.record.mediaPath ?? "", "http://local").pathname;
  expect([await status(newFile), (await asOwner.request(newFile)).status]).toEqual([404, 200]);
  const all = await readable();
  expect([all.includes(secret), all.includes(other)]).toEqual([false, false]);

  const again = await act("PUT", `/announcements/${id}`, { status: true });
  expect(again.toReader).toMatchObject([{ record: { id, title: secret } }]);
  expect([await status(newFile), await files()]).toEqual([200, [404, 404, 404, 404]]);
});
