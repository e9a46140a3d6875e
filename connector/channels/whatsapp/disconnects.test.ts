import { expect, test } from "vitest";
import { judgeDisconnect } from "./disconnects.ts";

test("judgeDisconnect returns the right reaction for every status code", () => {
  const does = (code: number | undefined, isLinked = true) => judgeDisconnect(code, isLinked).do;
  expect(does(515)).toBe("restart");
  expect([428, 408, 503, 500, undefined].map((code) => does(code))).toEqual(Array(5).fill("retry"));
  expect(does(408, false)).toBe("offer-qr-again");
  expect(judgeDisconnect(401, true)).toEqual({ do: "stop", reason: "ERR_WAPP_LOGGED_OUT", forget: true });
  expect([409, 411].map((code) => judgeDisconnect(code, true))).toEqual(
    Array(2).fill({ do: "stop", reason: "ERR_WAPP_MISMATCH", forget: true }),
  );
  expect([402, 403, 406].map((code) => judgeDisconnect(code, true))).toEqual(
    Array(3).fill({ do: "stop", reason: "ERR_WAPP_BANNED", forget: false }),
  );
  expect(judgeDisconnect(405, true)).toMatchObject({ do: "yield", reason: "ERR_WAPP_OUTDATED" });
  expect(judgeDisconnect(440, true)).toMatchObject({ do: "yield", reason: "ERR_WAPP_REPLACED", retryAfterMs: 60_000 });
});
