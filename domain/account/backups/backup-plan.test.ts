import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ConfigError } from "../../../outside/environment/index.ts";
import { readBackupPlan } from "./index.ts";

test("without a folder, nothing is planned", () => {
  expect(readBackupPlan({})).toBeNull();
  expect(readBackupPlan({ BACKUP_DIR: " ", BACKUP_AT: "" })).toBeNull();
});

test.each([
  [undefined, "03:00"],
  ["", "03:00"],
  ["0", "00:00"],
  ["4", "04:00"],
  ["04", "04:00"],
  ["23", "23:00"],
  ["3:30", "03:30"],
  [" 23:59 ", "23:59"],
])("BACKUP_AT=%j is %s", (value, at) => {
  expect(readBackupPlan({ BACKUP_DIR: "/backups", BACKUP_AT: value })).toEqual({ folder: "/backups", at });
});

test.each(["24", "-1", "25:00", "12:60", "3h", "noon", "3.5", "03:00:00", "1e1"])(
  "BACKUP_AT=%j is refused",
  (value) => {
    const read = () => readBackupPlan({ BACKUP_DIR: "/backups", BACKUP_AT: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`BACKUP_AT is "${value}": write an hour from 0 to 23`);
  },
);

test("a time without a folder is refused: backups would be missed in silence", () => {
  expect(() => readBackupPlan({ BACKUP_AT: "3" })).toThrow("BACKUP_AT is set and BACKUP_DIR is not");
});

test("a folder is read from where the program was started", () => {
  expect(readBackupPlan({ BACKUP_DIR: "backups" })?.folder).toBe(resolve("backups"));
});
