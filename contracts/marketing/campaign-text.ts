import { isNameVariable, type MessageVariables, nameVariables, variableNames } from "../desk/message-variables.ts";
import { type FilledText, fillText } from "../texts/filled-text.ts";
import { type CampaignInput, type CampaignVariable, recipientVariables } from "./campaigns.ts";

export type { FilledText } from "../texts/filled-text.ts";

/** The values of a campaign's placeholders for one recipient. */
export type CampaignTextValues = {
  recipient: { name: string; number: string; email: string };
  /** The company's custom variables. */
  variables: readonly CampaignVariable[];
  /** The desk's variables; a name without a value is filled with ''. */
  desk: Partial<MessageVariables>;
};

/** Double braces are the desk's variables, single braces the recipient's and the company's. */
const placeholder = /\{\{([^{}\n]*[^{}\s][^{}\n]*)\}\}|\{([^{}\n]*[^{}\s][^{}\n]*)\}/g;

/**
 * Fills in the placeholders of a campaign's text in one pass: values are plain text and are not searched for
 * placeholders. Unknown placeholders stay unchanged.
 */
export function fillCampaignText(text: string, { recipient, variables, desk }: CampaignTextValues): FilledText {
  const known = new Map<string, string>([
    ...variables.map(({ key, value }): [string, string] => [singleOf(key), value]),
    ["{nome}", nameVariables(recipient.name).name],
    ["{numero}", recipient.number],
    ["{email}", recipient.email],
    ...variableNames.map((name): [string, string] => [doubleOf(name), desk[name] ?? ""]),
  ]);
  return fillText(text, placeholder, (match) => {
    const value = known.get(nameOf(match));
    return value === undefined ? undefined : { value, isName: names.has(nameOf(match)) };
  });
}

/** Returns the placeholders that nothing fills, as `{name}` or `{{name}}`, each once. */
export function unknownPlaceholders(text: string, variables: readonly Pick<CampaignVariable, "key">[]): string[] {
  const known = new Set([
    ...variables.map(({ key }) => singleOf(key)),
    ...recipientVariables.map(singleOf),
    ...variableNames.map(doubleOf),
  ]);
  const used = new Set([...text.matchAll(placeholder)].map(nameOf));
  return [...used].filter((name) => !known.has(name));
}

const names = new Set(["{nome}", ...variableNames.filter(isNameVariable).map((name) => `{{${name}}}`)]);

const singleOf = (name: string) => `{${name}}`;
const doubleOf = (name: string) => `{{${name}}}`;

const nameOf = ([, double, single = ""]: RegExpExecArray) =>
  double === undefined ? singleOf(single.trim()) : doubleOf(double.trim());

/** A filled variant of a campaign's text. `variant` is the number of its tab, from 1. */
export type CampaignVariant = { variant: number; message: string; confirmation: string };

/**
 * Returns the filled variants. With confirmation, a variant without a question of its own gets one of the filled
 * questions; these are spread evenly. The question is '' when none is filled.
 */
export function filledVariants(
  campaign: Pick<CampaignInput, "messages" | "confirmation" | "confirmationMessages">,
): CampaignVariant[] {
  const questions = campaign.confirmation ? campaign.confirmationMessages : [];
  const filled = questions.filter(isFilled);
  let without = 0;
  return campaign.messages.flatMap((message, index) => {
    if (!isFilled(message)) return [];
    const own = questions[index] ?? "";
    const confirmation = isFilled(own) ? own : (filled[without++ % filled.length] ?? "");
    return [{ variant: index + 1, message, confirmation }];
  });
}

const isFilled = (text: string) => text.trim() !== "";

/** Returns the variant of the recipient at a place among the recipients, from 0: each variant gets as many people. */
export function variantAt(variants: readonly CampaignVariant[], place: number): CampaignVariant {
  const found = variants[place % variants.length];
  if (!found) throw new Error("a campaign without a text has no variant");
  return found;
}

/** Returns whether the text names a word that opts out. */
export const hasOptOutHint = (text: string): boolean =>
  /(?<!\p{L})(sair|pare|parar|stop|cancelar|descadastrar|unsubscribe|baja)(?!\p{L})/iu.test(text);
