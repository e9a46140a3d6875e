import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenLinked, openWorld, until, type World } from "../../testing/given-desk.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("the phone's chats are stored in the phonebook at linking, with the number or, without one, the LID", async () => {
  world.emulator.options.history = {
    conversations: [
      { id: "5531955500701@s.whatsapp.net", name: "Rosa Lima" },
      { id: "5531955500702@s.whatsapp.net" },
      { id: "99887766@lid", name: "Só LID" },
      { id: "120363000000000001@g.us", name: "Família" },
    ],
    pushnames: [{ id: "5531955500703@s.whatsapp.net", pushname: "Beto" }],
  };
  await world.connector();
  const { desk } = await givenLinked(world.database, world.emulator);
  const entries = () =>
    desk.inside((db) => db.select().from(schema.phonebookEntries).orderBy(asc(schema.phonebookEntries.phone)));
  await until(async () => (await entries()).length >= 3);
  expect(await entries()).toMatchObject([
    { phone: "", lid: "99887766", name: "Só LID", hasChat: true },
    { phone: "5531955500701", name: "Rosa Lima", hasChat: true },
    { phone: "5531955500702", name: "", hasChat: true },
  ]);
}, 60_000);
