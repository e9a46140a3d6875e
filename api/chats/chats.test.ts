import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany } from "../../db/testing/given.ts";
import { createChat, getChat, sendChatMessage, updateChat } from "../../domain/office/chats/index.ts";
import { acting, atDesk } from "../../domain/testing.ts";
import { type Client, givenApp, givenSignedIn } from "../testing/given-app.ts";

test("a chat with its messages and files is closed to non-members, removed members and other companies", async () => {
  const given = await givenApp();
  const { companyId, admin, ana, bia } = await givenCompany();
  const foreign = await givenCompany();
  const fileId = randomUUID();
  const file = { companyId, id: fileId, userId: admin.id, name: "escala.pdf", mimetype: "application/pdf" };
  await given.fileStore.write(companyId, fileId, 0, new TextEncoder().encode("%PDF-1.4 escala"));
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(schema.files).values({ ...file, size: 15, sha256: "", isComplete: true }),
  );
  const chat = { title: "Plantão", userIds: [ana.id] };
  const { id } = await acting(admin, (ctx) => createChat(ctx, chat));
  await acting(admin, (ctx) => sendChatMessage(ctx, { chatId: id, body: "Escala", fileId, quotedId: null }));

  const clients = [];
  for (const agent of [admin, ana, bia, foreign.admin]) clients.push(await givenSignedIn(given, agent));
  const [owner, member, outsider, stranger] = clients as [Client, Client, Client, Client];
  const call = async (client: Client, method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json" };
    const response = await client.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, text: await response.text() };
  };
  const fileFor = async (client: Client) => (await call(client, "GET", `/media/${fileId}`)).status;
  const listedFor = async (client: Client) => {
    const { records } = (await client.get("/chats")).body as { records: { id: string }[] };
    return records.map((record) => record.id);
  };
  const calls: [string, string, object?][] = [
    ["GET", `/chats/${id}/messages`],
    ["POST", `/chats/${id}/messages`, { message: "Oi" }],
    ["POST", `/chats/${id}/read`, {}],
    ["PUT", `/chats/${id}`, { title: "Meu" }],
    ["DELETE", `/chats/${id}`],
  ];
  const expectClosed = async (client: Client) => {
    for (const [method, path, body] of calls) {
      const { status, text } = await call(client, method, path, body);
      expect([method, path, status, JSON.parse(text).code]).toEqual([method, path, 400, "UNAUTHORIZED"]);
    }
    expect([await fileFor(client), await listedFor(client)]).toEqual([404, []]);
  };
  for (const client of [owner, member]) expect([await fileFor(client), await listedFor(client)]).toEqual([200, [id]]);
  for (const client of [outsider, stranger]) await expectClosed(client);
  await acting(admin, (ctx) => updateChat(ctx, { chatId: id, add: [], remove: [ana.id] }));
  await expectClosed(member);
  const left = await acting(admin, (ctx) => getChat(ctx, id));
  expect(left).toMatchObject({ title: "Plantão", lastSeq: 1, lastBody: "Escala", members: [{ userId: admin.id }] });
  // A chat with a user of another company is refused.
  const users = [{ id: foreign.ana.id }];
  const { text } = await call(owner, "POST", "/chats", { title: "", users });
  expect(JSON.parse(text).code).toBe("ERR_NO_USER_FOUND");
});
