import { expect, test } from "vitest";
import { addTask, changeTask, readTasks, removeTask, restoreTask } from "./tasks.ts";

const storageWith = (tasks: string | null) => ({ getItem: () => tasks }) as unknown as Storage;
const now = new Date("2026-11-22T12:00:00Z");
const later = new Date("2026-11-22T13:00:00Z");

test("tasks: blank text is ignored, other text is trimmed", () => {
  expect(addTask([], " \n\t ", now)).toEqual([]);
  expect(addTask([], "  Ligar para Helena ", now)).toEqual([
    { text: "Ligar para Helena", createdAt: now.toISOString(), updatedAt: now.toISOString() },
  ]);
});

test("tasks: two added in the same millisecond stay two", () => {
  const [one, other] = addTask(addTask([], "um", now), "dois", now);
  expect(one?.createdAt).not.toBe(other?.createdAt);
});

test("tasks: a change keeps the creation time, and a blank one changes nothing", () => {
  const tasks = addTask([], "um", now);
  const createdAt = now.toISOString();
  expect(changeTask(tasks, createdAt, "uma vez", later)).toEqual([
    { text: "uma vez", createdAt, updatedAt: later.toISOString() },
  ]);
  expect(changeTask(tasks, createdAt, "   ", later)).toEqual(tasks);
});

test("tasks: a deleted one is restored at its position", () => {
  const tasks = addTask(addTask(addTask([], "um", now), "dois", now), "três", now);
  const [, second] = tasks;
  if (!second) throw new Error("there is a second one");
  const left = removeTask(tasks, second.createdAt);
  expect(left.map(({ text }) => text)).toEqual(["um", "três"]);
  expect(restoreTask(left, second)).toEqual(tasks);
});

test("tasks: an invalid stored value gives no tasks", () => {
  expect(readTasks(storageWith(null))).toEqual([]);
  expect(readTasks(storageWith("{"))).toEqual([]);
  expect(readTasks(storageWith("[1]"))).toEqual([]);
  expect(readTasks(storageWith('[{"text":"a","createdAt":"x","updatedAt":"x"}]'))).toHaveLength(1);
});
