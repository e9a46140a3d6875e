import { expect, test } from "vitest";
import company from "./data/company.json" with { type: "json" };
import platform from "./data/platform.json" with { type: "json" };
import { parseDemoData } from "./demo-data.ts";

const [queue = ""] = Object.keys(company.queues);
const conversation = {
  contact: "Eva",
  number: "5531955500001",
  queue,
  status: "open",
  minutesAgo: 1,
  messages: ["< Oi"],
};
const data = { company, platform, conversations: [conversation], schedules: [], chats: [], mails: [] };

test.each([
  ["a queue that does not exist", { queue: "Vendaz" }, "conversations.0.queue"],
  ["a key that does not exist", { minutos: 3 }, "conversations.0.minutos"],
  ["a message without its sender", { messages: ["Oi"] }, "conversations.0.messages.0"],
])("demo data with %s are refused, with the place", (_, change, place) => {
  expect(() => parseDemoData(data)).not.toThrow();
  expect(() => parseDemoData({ ...data, conversations: [{ ...conversation, ...change }] })).toThrow(place);
});
