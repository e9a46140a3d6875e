import { expect, test } from "vitest";
import { usualHours } from "../../../contracts/hours.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { changeHours, requireOwnCompany } from "./index.ts";

test("an admin changes the company's hours; agents read them", async () => {
  const { companyId, admin, ana } = await givenCompany();
  const hours = usualHours.map((day) => ({ ...day, startTime: "22:00", endTime: "02:00" }));
  await acting(admin, (ctx) => changeHours(ctx, companyId, hours));
  expect((await acting(ana, (ctx) => requireOwnCompany(ctx, companyId))).schedules).toEqual(hours);
  expect(await refusal(acting(ana, (ctx) => changeHours(ctx, companyId, [...usualHours])))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
});

test("another company's hours can be neither read nor changed", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const attempts = [
    acting(own.admin, (ctx) => requireOwnCompany(ctx, other.companyId)),
    acting(own.admin, (ctx) => changeHours(ctx, other.companyId, [...usualHours])),
  ];
  const refused = { code: "ERR_NO_COMPANY_FOUND" };
  expect(await Promise.all(attempts.map(refusal))).toMatchObject([refused, refused]);
});
