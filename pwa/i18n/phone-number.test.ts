import { expect, test } from "vitest";
import { displayName, maskPhone, phoneDigits } from "./phone-number.ts";

test("maskPhone: formats numbers of 12 and 13 digits and leaves others unchanged", () => {
  expect(maskPhone("5531955500148")).toBe("+55 (31) 95550-0148");
  expect(maskPhone("553135550190")).toBe("+55 (31) 3555-0190");
  expect(maskPhone("12025550123")).toBe("12025550123");
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
