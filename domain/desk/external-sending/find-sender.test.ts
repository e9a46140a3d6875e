import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import { tokenHash } from "../connections/index.ts";
import { findSender } from "./index.ts";

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});

describe("findSender", () => {
  const find = (token: string) => findSender(testDatabase().platform, token);

  test("a token leads to its connection and its company", async () => {
    const token = randomBytes(24).toString("base64url");
    const connectionId = await givenConnection(companyId, { tokenHash: tokenHash(token) });
    await givenConnection(companyId, { tokenHash: tokenHash(`${token}x`) });
    expect(await find(token)).toEqual({ companyId, connectionId });
  });

  test("an unknown token, an empty one and the stored hash itself lead nowhere", async () => {
    const token = randomBytes(24).toString("base64url");
    await givenConnection(companyId, { tokenHash: tokenHash(token) });
    for (const wrong of ["", "unknown", tokenHash(token)]) expect(await find(wrong)).toBeNull();
  });
});
