import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { ContactRow } from "../../desk/contacts/index.ts";
import { contentOfFile, writeOutgoing } from "../../desk/outbox/index.ts";
import { findTicketToSend } from "../../desk/tickets/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { derivedId } from "../../ground/derived-id.ts";
import { messageVariables } from "../../ground/texts/index.ts";
import type { RecipientRow } from "./recipients/next-recipient.ts";
import { renderText } from "./render-text.ts";

const { files, messages } = schema;

type CampaignRow = typeof schema.campaigns.$inferSelect;
export type CampaignPart = "question" | "message";

/** Returns the id of a recipient's message: always the same for one attempt, so that it exists once. */
export const campaignMessageId = ({ id, attempt }: Pick<RecipientRow, "id" | "attempt">, part: CampaignPart): string =>
  derivedId(`campaign ${part} ${attempt} ${id}`);

type Writing = {
  part: CampaignPart;
  /** With placeholders. */
  text: string;
  campaign: CampaignRow;
  frozen: schema.FrozenCampaign;
  connection: { id: string; name: string };
  recipient: RecipientRow;
  contact: ContactRow;
};

/** Adds a recipient's question or message to the outbox. Returns its id; null: the campaign's file is gone. */
export async function writeCampaignMessage(
  ctx: DeskContext,
  { part, text, campaign, frozen, connection, recipient, contact }: Writing,
): Promise<string | null> {
  const id = campaignMessageId(recipient, part);
  if (await isWritten(ctx, id)) return id;
  const fileId = part === "message" ? campaign.fileId : null;
  const file = fileId ? await findFile(ctx, fileId) : undefined;
  if (fileId && !file) return null;
  const ticket = await findTicketToSend(ctx, { contactId: contact.id, connectionId: connection.id });
  const { text: body } = renderText(text, frozen, recipient, {
    at: ctx.now,
    connectionName: connection.name,
    ticket: await messageVariables(ctx, ticket.id),
  });
  await writeOutgoing(ctx, ticket, connection.id, {
    ...(file && contentOfFile(file)),
    id,
    body,
    origin: "campaign",
    campaignId: campaign.id,
  });
  return id;
}

/** True after a restore of the recipients without their messages' states. */
async function isWritten(ctx: DeskContext, id: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, id)));
  return found.length > 0;
}

async function findFile(ctx: DeskContext, id: string) {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, ctx.companyId), eq(files.id, id)));
  return file;
}
