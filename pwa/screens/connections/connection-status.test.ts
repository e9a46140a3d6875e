import { expect, test } from "vitest";
import { connectionStatuses } from "../../../sync/contracts/connections.ts";
import { needOf, sessionActions, statusLooks } from "./connection-status.ts";

test("every status has a word and something to do or to wait for", () => {
  for (const status of connectionStatuses) {
    expect(statusLooks[status].words(), status).not.toBe("");
    expect(sessionActions[status], status).not.toEqual([]);
  }
});

test("a number that works, or is on its way, needs nobody", () => {
  const needing = connectionStatuses.filter((status) => needOf({ name: "Loja", status }) !== null);
  expect(needing).toEqual(["qrcode", "DISCONNECTED", "TIMEOUT"]);
});
