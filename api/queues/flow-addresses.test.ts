import { expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { requireFlowAddress } from "../../domain/desk/queues/index.ts";
import { refusal } from "../../domain/testing.ts";
import { givenApp, givenSignedIn } from "../testing/given-app.ts";

const codeOf = async (typebotUrl: string, allowed: string[] = []) =>
  (await refusal((async () => requireFlowAddress({ typebotUrl }, allowed))())).code;

test.each([
  "http://169.254.169.254/",
  "http://127.0.0.1:5432",
  "http://localhost:3000",
  "http://10.0.0.8/typebot",
  "http://[fe80::1]/",
  "http://[::ffff:192.168.0.1]/",
])("SSRF: a queue refuses the flow address %s", async (address) => {
  expect(await codeOf(address)).toBe("ERR_VALIDATION");
});

test("a queue accepts public flow addresses, none, and origins that the operator allows", async () => {
  expect(await codeOf("https://bot.example/x")).toBe("nothing was refused");
  expect(await codeOf("")).toBe("nothing was refused");
  expect(await codeOf("http://10.0.0.8:3000/typebot", ["http://10.0.0.8:3000"])).toBe("nothing was refused");
});

test("SSRF: saving a queue with a private flow address gets 400 naming the field", async () => {
  const { admin } = await givenCompany();
  const client = await givenSignedIn(await givenApp(), admin);
  const queue = { name: "Fluxo", color: "#b0670c", typebotUrl: "http://169.254.169.254/", typebotSlug: "loja" };
  const { status, body } = await client.send("POST", "/queue", queue);
  expect([status, body]).toMatchObject([400, { code: "ERR_VALIDATION", fields: { typebotUrl: ["private"] } }]);
});
