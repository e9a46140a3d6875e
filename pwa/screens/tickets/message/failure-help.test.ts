import { expect, test } from "vitest";
import { failureHelp } from "./failure-help.ts";

test("failureHelp: returns advice for an error code and whether a retry helps", () => {
  expect(failureHelp("ERR_SENDING_WAPP_MSG")).toMatchObject({ retryHelps: true });
  expect(failureHelp("ERR_PERSON_UNAVAILABLE")).toMatchObject({ retryHelps: false });
  expect(failureHelp("ERR_FILE_TOO_LARGE").advice).toContain("arquivo menor");
  expect(failureHelp("ERR_NEW_ONE")).toMatchObject({ retryHelps: true });
  expect(failureHelp(null).advice).not.toBe("");
});
