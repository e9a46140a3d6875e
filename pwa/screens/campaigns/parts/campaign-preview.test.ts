import { expect, test } from "vitest";
import { riskOf } from "./campaign-preview.ts";

const warning = (code: "youngConnection" | "manyFirstContacts" | "noOptOutHint" | "connectionDown") => ({
  code,
  connectionId: null,
  connectionName: null,
  count: null,
});

test("risk: low without warnings, medium with one kind, high with more", () => {
  expect(riskOf({ warnings: [] })).toBe("low");
  expect(riskOf({ warnings: [warning("connectionDown")] })).toBe("low");
  expect(riskOf({ warnings: [warning("noOptOutHint"), warning("noOptOutHint")] })).toBe("medium");
  expect(riskOf({ warnings: [warning("noOptOutHint"), warning("youngConnection")] })).toBe("high");
});
