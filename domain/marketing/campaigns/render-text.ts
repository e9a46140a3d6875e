import { type MessageVariables, nameVariables, timeVariables } from "../../../contracts/desk/message-variables.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { type FilledText, fillCampaignText } from "../../../contracts/marketing/campaign-text.ts";
import type { schema } from "../../../db/index.ts";

/** The moment of sending, and what the desk knows about it. */
export type SendingContext = {
  at: Date;
  connectionName: string;
  /** The values of the ticket in which the message is recorded; without a ticket they are ''. */
  ticket?: Partial<MessageVariables>;
};

/**
 * Renders a text of a campaign for a recipient. The name is the recipient's, the connection the sending one, and the
 * time is in the campaign's time zone, whatever the ticket says.
 */
export function renderText(
  text: string,
  { variables, timeZone }: Pick<schema.FrozenCampaign, "variables" | "timeZone">,
  recipient: { name: string; number: string; email: string },
  { at, connectionName, ticket }: SendingContext,
): FilledText {
  const desk = {
    ...ticket,
    ...nameVariables(recipient.name),
    ...timeVariables(localMinute(at, timeZone)),
    connection: connectionName,
  };
  return fillCampaignText(text, { recipient, variables, desk });
}
