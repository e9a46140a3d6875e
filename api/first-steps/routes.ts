import { Hono, type MiddlewareHandler } from "hono";
import { hasAnswered } from "../../domain/account/first-steps/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { FirstStepsAnswer } from "./answers.ts";

type FirstStepsDoor = { signedIn: MiddlewareHandler<AppEnv>; hasSandbox: boolean };

export function firstStepsRoutes({ signedIn, hasSandbox }: FirstStepsDoor) {
  return new Hono<AppEnv>().get(
    "/first-steps",
    describe(
      "first steps",
      "Get the facts behind the first-steps checklist: whether an agent has answered a customer, and whether this server has a sandbox (admins)",
      { 200: FirstStepsAnswer },
    ),
    signedIn,
    async (c) => c.json({ answered: await c.var.read(hasAnswered), hasSandbox }),
  );
}
