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
    "“@loja” precisa ser conectada de novo.",
  );
});

test("a number that is down says how many messages wait to leave by it; one that works does not", () => {
  const loja = { channel: "whatsapp" as const, name: "Loja" };
  const down = { ...loja, status: "DISCONNECTED" as const };
  expect(needOf(down, 6)).toBe("“Loja” caiu. 6 mensagens esperam para sair por ela.");
  expect(needOf(down, 1)).toBe("“Loja” caiu. 1 mensagem espera para sair por ela.");
  expect(needOf({ ...loja, status: "CONNECTED" }, 6)).toBeNull();
});
