import { expect, test } from "vitest";
import { connectionStatuses } from "../../../sync/contracts/connections.ts";
import { actionsOf, needOf, sessionActions, statusLooks } from "./connection-status.ts";

test("every status has a word and something to do or to wait for", () => {
  for (const status of connectionStatuses) {
    expect(statusLooks[status].words(), status).not.toBe("");
    expect(sessionActions[status], status).not.toEqual([]);
  }
});

test("a number that works, or is on its way, needs nobody", () => {
  const needing = connectionStatuses.filter((status) => needOf({ channel: "whatsapp", name: "Loja", status }) !== null);
  expect(needing).toEqual(["qrcode", "DISCONNECTED", "TIMEOUT"]);
});

test("a page offers its owner's login in place of a code, and says so", () => {
  expect(actionsOf({ channel: "facebook", status: "DISCONNECTED" })).toEqual(["relink"]);
  expect(actionsOf({ channel: "instagram", status: "CONNECTED" })).toEqual(["disconnect"]);
  expect(needOf({ channel: "instagram", name: "@loja", status: "DISCONNECTED" })).toBe(
    "“@loja” precisa ser ligada de novo.",
  );
});
