import { expect, test } from "vitest";
import { peopleOf } from "./people.ts";

const seen = (userId: string | null, state: "viewing" | "typing", device = "notebook") => ({
  userId,
  name: userId ?? "Helena",
  device,
  state,
});

test("peopleOf: returns each other person once, people who are typing first, without the user", () => {
  const people = peopleOf(
    [
      seen("Ana", "viewing"),
      seen("Rui", "viewing"),
      seen("Bia", "typing", "celular"),
      seen("Bia", "viewing"),
      seen(null, "typing"),
    ],
    "Ana",
  );
  expect(people.map(({ name, state }) => [name, state])).toEqual([
    ["Helena", "typing"],
    ["Bia", "typing"],
    ["Rui", "viewing"],
  ]);
  expect(peopleOf([], "Ana")).toEqual([]);
});
