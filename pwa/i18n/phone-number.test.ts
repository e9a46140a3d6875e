import { expect, test } from "vitest";
import { displayName, maskPhone, phoneDigits } from "./phone-number.ts";

test("maskPhone: formats numbers with country code and leaves others unchanged", () => {
  expect(maskPhone("5531955500148")).toBe("+55 (31) 95550-0148");
  expect(maskPhone("553135550190")).toBe("+55 (31) 3555-0190");
  expect(maskPhone("+5531955500148")).toBe("+55 (31) 95550-0148");
  expect(maskPhone("12025550123")).toBe("+1 (202) 555-0123");
  expect(maskPhone("351912345678")).toBe("+351 912 345 678");
  expect(maskPhone("4734221101")).toBe("+47 342 211 01");
  expect(maskPhone("525512345601")).toBe("+52 551 234 5601");
  expect(maskPhone("17841400000000001")).toBe("17841400000000001");
  expect(maskPhone("")).toBe("");
  expect(maskPhone("120363041234567890@g.us")).toBe("120363041234567890@g.us");
});

test("phoneDigits: returns the digits of a typed number and null for a name", () => {
  expect(phoneDigits("+55 (31) 95550-0148")).toBe("5531955500148");
  expect(phoneDigits("1234567")).toBeNull();
  expect(phoneDigits("Helena 12345678")).toBeNull();
});

test("displayName: formats a name that is only the number", () => {
  expect(displayName("5531988445566")).toBe("+55 (31) 98844-5566");
  expect(displayName("Rita 2")).toBe("Rita 2");
});
