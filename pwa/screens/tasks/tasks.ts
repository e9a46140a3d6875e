import * as v from "valibot";
import type { SettingStorage } from "../../ui/device-storage.ts";

/** A task of the user. `createdAt` is its key: no two tasks get the same millisecond. */
const Task = v.object({ text: v.string(), createdAt: v.string(), updatedAt: v.string() });
export type Task = v.InferOutput<typeof Task>;

const KEY = "tasks";
const Tasks = v.pipe(v.string(), v.parseJson(), v.array(Task));

/** Returns the stored tasks. Any other stored value counts as none and stays until a task is saved. */
export function readTasks(storage: SettingStorage): Task[] {
  const read = v.safeParse(Tasks, storage.getItem(KEY) ?? "[]");
  return read.success ? read.output : [];
}

export function addTask(tasks: readonly Task[], text: string, now: Date): Task[] {
  const wanted = text.trim();
  if (wanted === "") return [...tasks];
  const latest = Math.max(...tasks.map((task) => Date.parse(task.createdAt) || 0), 0);
  const at = new Date(Math.max(now.getTime(), latest + 1)).toISOString();
  return [...tasks, { text: wanted, createdAt: at, updatedAt: at }];
}

/** Changes the text of a task; a blank text changes nothing. */
export function changeTask(tasks: readonly Task[], createdAt: string, text: string, now: Date): Task[] {
  const wanted = text.trim();
  return tasks.map((task) =>
    task.createdAt === createdAt && wanted !== "" && wanted !== task.text
      ? { ...task, text: wanted, updatedAt: now.toISOString() }
      : task,
  );
}

export const removeTask = (tasks: readonly Task[], createdAt: string): Task[] =>
  tasks.filter((task) => task.createdAt !== createdAt);

/** Restores a task at its previous position. */
export const restoreTask = (tasks: readonly Task[], task: Task): Task[] =>
  [...removeTask(tasks, task.createdAt), task].sort((a, b) => a.createdAt.localeCompare(b.createdAt));

type Listener = () => void;

/** Opens the list of this browser: every tab shows the same one, and it is never sent. */
export function openTasks(storage: SettingStorage) {
  const listeners = new Set<Listener>();
  let present = readTasks(storage);

  function tell() {
    present = readTasks(storage);
    for (const listener of listeners) listener();
  }
  function onStorage(event: StorageEvent) {
    if (event.key === KEY || event.key === null) tell();
  }

  return {
    get: () => present,
    /** Starts from the stored list, because another tab may have changed it. */
    change(make: (tasks: readonly Task[]) => Task[]) {
      storage.setItem(KEY, JSON.stringify(make(readTasks(storage))));
      tell();
    },
    subscribe(listener: Listener): () => void {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}
