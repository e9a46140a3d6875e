import { expect, test } from "vitest";
import { MAX_COUNTED } from "../../contracts/lists.ts";
import { countText } from "./count-text.ts";

test.each([
  [2_418, "2.418"],
  [MAX_COUNTED, "10.000"],
  [MAX_COUNTED + 1, "mais de 10.000"],
])("the count %i of a list reads %s", (count, text) => expect(countText(count)).toBe(text));
