import * as v from "valibot";
import { ContactListItemInput } from "../../../../contracts/marketing/contact-lists.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError } from "../../../session/api-error.ts";
import { numberToSend, type PhoneReader } from "../../../session/read-phone.ts";
import { numberProblem } from "../../contacts/parts/number-problem.ts";
import { checkBy } from "../../lists/form-problems.ts";
import type { Problems, Refusal } from "../../lists/index.ts";

export type ItemForm = { name: string; number: string; email: string };

/** `read` is null while the reading of numbers is not loaded. */
export const itemInput = ({ name, number, email }: ItemForm, read: PhoneReader | null): ItemForm => ({
  name: name.trim(),
  number: numberToSend(number, read),
  email: email.trim(),
});

const problemsOf = checkBy<ItemForm>(ContactListItemInput);

/** `kept`: the form of the stored person, whose values may stay. */
export function itemProblems(form: ItemForm, read: PhoneReader | null, kept?: ItemForm): Problems<ItemForm> {
  const number = form.number.trim() === "" ? null : numberProblem(form.number, read);
  const problems = { ...problemsOf(itemInput(form, read)), ...(number && { number }) };
  for (const field of ["name", "number", "email"] as const) {
    if (kept && form[field].trim() === kept[field].trim()) delete problems[field];
  }
  return problems;
}

const Holder = v.object({ name: v.string() });

/** Names the person who has the number. */
export function itemRefusal(error: unknown): Refusal<ItemForm> | null {
  if (!(error instanceof ApiError) || error.code !== "ERR_DUPLICATED_LIST_ITEM") return null;
  const holder = v.safeParse(Holder, error.details);
  const words = holder.success
    ? m.contact_lists_item_present({ name: holder.output.name })
    : errorMessage("ERR_DUPLICATED_LIST_ITEM");
  return { problems: { number: words }, failure: null };
}
