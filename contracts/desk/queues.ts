import * as v from "valibot";
import { WeekHours } from "../hours.ts";
import { Id } from "../id.ts";

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

const MenuTitle = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
/** An option of a queue's menu. */
export const MenuLine = v.object({ id: Id, parentId: v.nullable(Id), title: MenuTitle, message: Text });
export type MenuLine = v.InferOutput<typeof MenuLine>;

/** The whole menu, each level in order. A parent comes before its options, so there are no cycles. */
export const QueueMenu = v.pipe(
  v.array(MenuLine),
  v.maxLength(500),
  v.check((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, "twice"),
  v.check((lines) => isParentFirst(lines), "parent"),
);

function isParentFirst(lines: readonly MenuLine[]): boolean {
  const before = new Set<string | null>([null]);
  return lines.every(({ id, parentId }) => before.has(parentId) && before.add(id));
}

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
  /** The position among the queues. */
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
  /** Absent: the default hours for a new queue, unchanged for an existing one. */
  schedules: v.optional(WeekHours),
  /** Absent: unchanged. */
  menu: v.optional(QueueMenu),
};

const withSlug = <T extends { typebotUrl: string; typebotSlug: string }>() =>
  v.forward(
    v.check<T, "required">(({ typebotUrl, typebotSlug }) => typebotUrl === "" || typebotSlug !== "", "required"),
    ["typebotSlug"] as never,
  );

/** A queue as a form sends it. */
export const QueueInput = v.pipe(v.object(entries), withSlug());
export type QueueInput = v.InferOutput<typeof QueueInput>;

/** The input before name and colour are checked: the interface has a separate error code for each. */
const asked = {
  ...entries,
  name: v.pipe(v.string(), v.trim()),
  color: v.pipe(v.string(), v.trim(), v.toLowerCase()),
};
export const QueueRequest = v.pipe(v.object(asked), withSlug());
export type QueueRequest = v.InferOutput<typeof QueueRequest>;
export const NewQueueRequest = v.pipe(v.object({ id: v.optional(Id), ...asked }), withSlug());

/** An option of a queue's menu. Without a position it becomes the last one. */
export const QueueOptionInput = v.object({
  queueId: Id,
  parentId: v.optional(v.nullable(Id), null),
  title: MenuTitle,
  message: Text,
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))),
});
export type QueueOptionInput = v.InferOutput<typeof QueueOptionInput>;
export const NewQueueOption = v.object({ id: v.optional(Id), ...QueueOptionInput.entries });

/** The fifty preset colours of queues. */
// biome-ignore format: a palette is read in rows
export const queueColors = [
  "#c2352f", "#d9532c", "#e0762b", "#d9922b", "#c9a41f", "#a6a81f", "#7c9d25", "#4f9a35", "#2e9b63", "#1f8f77",
  "#12898c", "#1f86a8", "#2f7fd1", "#3c68c9", "#5356c4", "#6e4fc0", "#8d5bc0", "#a64fb3", "#b8478f", "#c2476d",
  "#8a5a44", "#7a6a55", "#5f6f66", "#55646f", "#3d4a44", "#e16f64", "#f7896b", "#ffa772", "#fac078", "#edcf76",
  "#cdd173", "#a7c46d", "#83bf71", "#72c091", "#68b49f", "#62aeb0", "#66acc8", "#6ca8ec", "#6c93e3", "#7a83dd",
  "#927eda", "#b08add", "#c881d2", "#d87bb3", "#e27c96", "#ac8371", "#9f9180", "#87958d", "#7d8a93", "#636e68",
] as const;
