import * as v from "valibot";
import { ContactListItemInput } from "../../../../sync/contracts/contact-lists.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { phoneDigits } from "../../../i18n/phone-number.ts";
import { ApiError } from "../../../session/api-error.ts";
import { checkBy } from "../../lists/form-problems.ts";
import type { Problems, Refusal } from "../../lists/index.ts";

export type ItemForm = { name: string; number: string; email: string };

/** The number is written with country code; signs between the digits are accepted. */
export const itemInput = ({ name, number, email }: ItemForm): ItemForm => ({
  name: name.trim(),
  number: phoneDigits(number) ?? number,
  email: email.trim(),
});

const problemsOf = checkBy<ItemForm>(ContactListItemInput);

export function itemProblems(form: ItemForm): Problems<ItemForm> {
  const isNoPhone = form.number.trim() !== "" && phoneDigits(form.number) === null;
  return { ...problemsOf(itemInput(form)), ...(isNoPhone && { number: m.tickets_error_number() }) };
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
