import { afterAll, beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { type GivenAi, givenAi } from "../testing/given-ai.ts";
import { type Client, givenSignedIn } from "../testing/given-app.ts";
import { allReceived, givenLive, type Listening, listenLive } from "../testing/given-live.ts";

let ai: GivenAi;
let given: Awaited<ReturnType<typeof givenLive>>;
const open: Listening[] = [];
beforeAll(async () => {
  ai = await givenAi();
  given = await givenLive({ ai: ai.config });
});
afterAll(async () => {
  for (const listening of open) listening.close();
  await given.stop();
  await ai.stop();
});

/** Stores the text of the client's event stream as it arrives. */
async function streamOf(client: Client): Promise<() => string> {
  let received = "";
  const { body } = await client.request("/events");
  const write = (part: string) => {
    received += part;
  };
  void body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }));
  return () => received;
}

test("the AI key, the secrets of other services and a mail's text are in no live event and no event stream", async () => {
  const [{ companyId, admin, ana }, other] = [await givenCompany(), await givenCompany()];
  const clients = await Promise.all([admin, ana, other.admin].map((agent) => givenSignedIn(given, agent)));
  const streams = await Promise.all(clients.map(streamOf));
  for (const client of clients) open.push(await listenLive(given.url, client, { notification: true }));
  const [owner, agent] = clients as [Client, Client];
  const put = async (path: string, body: object) => expect((await owner.send("PUT", path, body)).status).toBe(200);
  await put("/ai/server", { url: `${ai.origin}/ai/v1`, model: "modelo-marcado", key: "chave-marcada" });
  await put("/settings/clientsecretsmtpauth", { value: "senha-marcada" });
  for (const key of ["ipixc", "tokenixc", "ipmkauth", "clientidmkauth", "clientsecretmkauth", "asaas"])
    await put(`/settings/${key}`, { value: `${key}-marcado` });
  await put("/settings/usersmtpauth", { value: "usuario-marcado" });
  await put("/settings/smtpauth", { value: "127.0.0.1:1" });
  await put("/settings/sendersmtpauth", { value: "oi@olaria.example" });
  const mail = { to: ["ana@cliente.example"], subject: "assunto-marcado", body: "texto-marcado" };
  expect((await agent.send("POST", "/mails", mail)).status).toBe(200);
  await put("/settings/aiText", { value: "enabled" });
  await allReceived(given, companyId, open.slice(0, 2));
  await expect.poll(() => streams[0]?.()).toContain("refs");

  const received = open.map((listening) => JSON.stringify(listening.received));
  expect(received[0]).toContain("aiText");
  const marked = /marcad[oa]|ana@cliente/;
  for (const text of [...received, ...streams.map((stream) => stream())]) expect(text).not.toMatch(marked);
  expect(received[2]).not.toContain(companyId);
});
