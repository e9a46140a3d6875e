import * as v from "valibot";
import { WeekHours } from "./hours.ts";
import { Id } from "./id.ts";

/** After how many minutes a pending ticket goes to the next agent; 0: never. */
export const rotationChoices = [0, 2, 5, 10, 15, 30, 45, 60] as const;

export const QueueName = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50));
export const QueueColor = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(3),
  v.maxLength(9),
  v.regex(/^#[0-9a-f]+$/),
);

const Text = v.optional(v.pipe(v.string(), v.maxLength(4_000)), "");
const Word = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), "");
const Amount = (most: number, otherwise: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most)), otherwise);
const isAddress = (text: string) => text === "" || /^https?:$/.test(URL.parse(text)?.protocol ?? "");

const entries = {
  name: QueueName,
  color: QueueColor,
  greetingMessage: Text,
  completionMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
  token: Word,
  isRotating: v.optional(v.boolean(), false),
  rotationMinutes: v.optional(v.picklist(rotationChoices), 0),
  /** Its place among the queues. */
  position: Amount(10_000, 0),
  isChatbot: v.optional(v.boolean(), false),
  typebotEnabled: v.optional(v.boolean(), false),
  typebotUrl: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500), v.check(isAddress, "url")), ""),
  typebotSlug: Word,
  typebotDelayMs: Amount(60_000, 1_000),
  typebotExpiresMinutes: Amount(525_600, 0),
  typebotKeywordFinish: Word,
  typebotKeywordRestart: Word,
  typebotUnknownMessage: Text,
  typebotRestartMessage: Text,
  /** Absent: the usual ones for a new queue, unchanged for another. */
  schedules: v.optional(WeekHours),
};

const withSlug = <T extends { typebotUrl: string; typebotSlug: string }>() =>
  v.forward(
    v.check<T, "required">(({ typebotUrl, typebotSlug }) => typebotUrl === "" || typebotSlug !== "", "required"),
    ["typebotSlug"] as never,
  );

/** A queue as a form has it. */
export const QueueInput = v.pipe(v.object(entries), withSlug());
export type QueueInput = v.InferOutput<typeof QueueInput>;

/** The same before its name and colour were looked at: the interface has a code of its own for each of the two. */
const asked = {
  ...entries,
  name: v.pipe(v.string(), v.trim()),
  color: v.pipe(v.string(), v.trim(), v.toLowerCase()),
};
export const QueueRequest = v.pipe(v.object(asked), withSlug());
export type QueueRequest = v.InferOutput<typeof QueueRequest>;
export const NewQueueRequest = v.pipe(v.object({ id: v.optional(Id), ...asked }), withSlug());

/** One line of the menu a queue offers. Without a position it comes last. */
export const QueueOptionInput = v.object({
  queueId: Id,
  parentId: v.optional(v.nullable(Id), null),
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  message: Text,
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))),
});
export type QueueOptionInput = v.InferOutput<typeof QueueOptionInput>;
export const NewQueueOption = v.object({ id: v.optional(Id), ...QueueOptionInput.entries });

// biome-ignore format: a palette is read in rows
/** The fifty colours that a queue may be given with one touch. */
export const queueColors = [
  "#b23b3b", "#c2413d", "#d0532e", "#b4491f", "#9a3b16", "#b0670c", "#a05a00", "#8c6a00", "#7a7000", "#8a5a2b",
  "#5c7a12", "#4a7d1e", "#2f7d32", "#1d7f52", "#0f766e", "#0f7f86", "#127a99", "#0b72ad", "#2374c4", "#2f62c9",
  "#3d55c4", "#4f4fc4", "#5a55b8", "#6d4bc0", "#7b3fb5", "#8a3ba8", "#9c3d8a", "#a83279", "#b53467", "#b83255",
  "#8f2d3c", "#7a2e2e", "#6b3d1f", "#5e4a1a", "#4d5518", "#35591f", "#1f5b3a", "#16574f", "#155a66", "#17507a",
  "#1f4685", "#2e3b85", "#3f3580", "#532f7d", "#672b70", "#742a58", "#6b7280", "#4b5563", "#57534e", "#334155",
] as const;
