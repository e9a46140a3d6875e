import * as v from "valibot";

export const FirstStepsAnswer = v.object({
  answered: v.pipe(v.boolean(), v.description("true: an agent has answered a customer")),
  hasSandbox: v.boolean(),
});
