import fc from "fast-check";
import { type CommandType, commandTypes } from "../../../contracts/commands/index.ts";

/** The next step. Numbers choose among what exists when the step runs. */
export type Step =
  | { do: "command"; device: number; type: CommandType; at: number; other: number }
  | { do: "decide"; device: number; how: "retry" | "discard"; at: number }
  | { do: "link"; device: number; up: boolean }
  | { do: "reload"; device: number }
  | { do: "pause"; ms: number }
  | { do: "server"; what: ServerChange; at: number; other: number };

/** Returns what a number of a step chooses; undefined of an empty list. */
export const chosen = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

export const serverChanges = [
  "incoming",
  "incoming",
  "incoming",
  "firstMessage",
  "merge",
  "edited",
  "receipt",
  "failed",
  "accept",
  "close",
  "transfer",
  "move",
  "rolledBack",
  "deleteTicket",
  "renameContact",
  "tag",
  "quickMessage",
  "schedule",
  "sendSchedule",
  "queues",
  "flags",
  "forgetLog",
  "chatMessage",
  "chatMessage",
  "chatMembers",
  "chatOwner",
  "newChat",
  "deleteChat",
  "lane",
] as const;
export type ServerChange = (typeof serverChanges)[number];

const device = fc.nat(2);
const number = fc.nat(11);
/** Replies, messages in chats and acceptances are the most frequent actions. */
const type = fc.oneof(
  { weight: 3, arbitrary: fc.constant<CommandType>("message.send") },
  { weight: 1, arbitrary: fc.constant<CommandType>("ticket.accept") },
  { weight: 1, arbitrary: fc.constant<CommandType>("ticket.create") },
  { weight: 2, arbitrary: fc.constant<CommandType>("chatMessage.send") },
  { weight: 3, arbitrary: fc.constantFrom(...commandTypes) },
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant("command" as const), device, type, at: number, other: number }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      device,
      how: fc.constantFrom("retry" as const, "discard" as const),
      at: number,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("link" as const), device, up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reload" as const), device }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("pause" as const), ms: fc.nat(40) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant("server" as const),
      what: fc.constantFrom(...serverChanges),
      at: number,
      other: number,
    }),
  },
);

export type History = { steps: Step[]; luck: number; loss: number };
export const anyHistory: fc.Arbitrary<History> = fc.record({
  steps: fc.array(anyStep, { minLength: 10, maxLength: 40 }),
  luck: fc.nat(),
  loss: fc.constantFrom(0, 10, 30),
});
