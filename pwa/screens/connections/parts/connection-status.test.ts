import { expect, test } from "vitest";
import { connectionStatuses } from "../../../../contracts/desk/connections.ts";
import { actionsOf, needOf, sessionActions, statusLookOf, statusLooks } from "./connection-status.ts";

const loja = { channel: "whatsapp" as const, name: "Loja", firstConnectedAt: "2026-05-04T12:00:00.000Z" };

test("every status has a label, and actions or a reason to wait", () => {
  for (const status of connectionStatuses) {
    expect(statusLooks[status].words(), status).not.toBe("");
    expect(sessionActions[status], status).not.toEqual([]);
  }
});

test("a connected or connecting number needs no action of a user", () => {
  const needing = connectionStatuses.filter((status) => needOf({ ...loja, status }) !== null);
  expect(needing).toEqual(["qrcode", "DISCONNECTED", "TIMEOUT"]);
});

test("a page that is down offers its owner's sign-in instead of a QR code, and says so", () => {
  expect(actionsOf({ channel: "facebook", status: "DISCONNECTED" })).toEqual(["relink"]);
  expect(actionsOf({ channel: "instagram", status: "CONNECTED" })).toEqual(["disconnect"]);
  expect(needOf({ ...loja, channel: "instagram", name: "@loja", status: "DISCONNECTED" })).toBe(
    "“@loja” precisa ser conectada de novo.",
  );
});

test("a number that is down says how many messages wait to be sent; a connected one does not", () => {
  const down = { ...loja, status: "DISCONNECTED" as const };
  expect(needOf(down, 6)).toBe("“Loja” caiu. 6 mensagens esperam para sair por ela.");
  expect(needOf(down, 1)).toBe("“Loja” caiu. 1 mensagem espera para sair por ela.");
  expect(needOf({ ...loja, status: "CONNECTED" }, 6)).toBeNull();
});

test("a number that was never connected is not called down: it must be connected first", () => {
  const fresh = { ...loja, firstConnectedAt: null, status: "DISCONNECTED" as const };
  expect(statusLookOf(fresh).words()).toBe("Ainda não conectada");
  expect(statusLookOf({ ...fresh, status: "qrcode" }).words()).toBe("Aguardando QR");
  expect(needOf(fresh)).toBe("“Loja” ainda não foi conectada: leia o QR Code com o celular.");
  expect(statusLookOf({ ...fresh, firstConnectedAt: loja.firstConnectedAt }).words()).toBe("Desconectada");
});
