import { expect, test } from "vitest";
import { emptyCatches } from "./check-catches.ts";

test.each([
  ["await work().catch(() => {});", [1]],
  ["await work()\n  .catch((error) => {\n  });", [2]],
  ["void work().catch(() => undefined);", [1]],
  ["try {\n  work();\n} catch {}", [3]],
  ["try {\n  work();\n} catch (error) {\n}", [3]],
  ["await work().catch(() => {}); // already closed", []],
  ["// The next poll retries.\nvoid work().catch(() => undefined);", []],
  ["try {\n  work();\n} catch {\n  // already closed\n}", []],
  ["const found = await find().catch(() => null);", []],
  ["await work().catch((error) => log(error));", []],
])("%j ignores an error without a reason on the lines %j", (source, lines) => {
  expect(emptyCatches(source)).toEqual(lines);
});
