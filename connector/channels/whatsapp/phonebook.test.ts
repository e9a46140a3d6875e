import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestEnvironment,
  until,
} from "../../testing/given-connection.ts";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

test("the phone's chats are stored in the phonebook at linking, with the number or, without one, the LID", async () => {
  environment.emulator.options.history = {
    conversations: [
      { id: "5531955500701@s.whatsapp.net", name: "Rosa Lima" },
      { id: "5531955500702@s.whatsapp.net" },
      { id: "99887766@lid", name: "Só LID" },
      { id: "120363000000000001@g.us", name: "Família" },
    ],
    pushnames: [{ id: "5531955500703@s.whatsapp.net", pushname: "Beto" }],
  };
  await environment.connector();
  const { company } = await givenLinkedConnection(environment.database, environment.emulator);
  const entries = () =>
    company.inside((db) => db.select().from(schema.phonebookEntries).orderBy(asc(schema.phonebookEntries.phone)));
  await until(async () => (await entries()).length >= 3);
  expect(await entries()).toMatchObject([
    { phone: "", lid: "99887766", name: "Só LID", hasChat: true },
    { phone: "5531955500701", name: "Rosa Lima", hasChat: true },
    { phone: "5531955500702", name: "", hasChat: true },
  ]);
});
