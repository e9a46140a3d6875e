import { test } from "vitest";
import { attemptOf } from "./attempt.ts";

if (attemptOf("cannot-load") < 3) throw new Error("the module could not be loaded");

test("passes once the module is loaded", () => {});
