import { and, eq } from "drizzle-orm";
import type { ChannelName } from "../../../contracts/channels.ts";
import { inParallel, prepareOnce, schema } from "../../../db/index.ts";
import type { ContactRow } from "../../desk/contacts/index.ts";
import { contentOfFile, newestOf, writeOutgoing } from "../../desk/outbox/index.ts";
import { createClosedTicket, findExistingTicketToSend, type TicketRow } from "../../desk/tickets/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { derivedId } from "../../ground/derived-id.ts";
import { messageVariables } from "../../ground/texts/index.ts";
import type { RecipientRow } from "./recipients/next-recipient.ts";
import { renderText } from "./render-text.ts";

const { files, messages } = schema;

type CampaignRow = typeof schema.campaigns.$inferSelect;
type FileRow = typeof files.$inferSelect;
export type CampaignPart = "question" | "message";

/** Returns the id of a recipient's message: always the same for one attempt, so that it exists once. */
export const campaignMessageId = ({ id, attempt }: Pick<RecipientRow, "id" | "attempt">, part: CampaignPart): string =>
  derivedId(`campaign ${part} ${attempt} ${id}`);

type Part = {
  part: CampaignPart;
  campaign: CampaignRow;
  connection: { id: string; name: string; channel: ChannelName };
  recipient: RecipientRow;
  contact: ContactRow;
};
type Writing = Part & {
  /** With placeholders. */
  text: string;
  frozen: schema.FrozenCampaign;
  place: MessagePlace;
};

/** `isWritten`: the message exists, after a restore of the recipients without their messages' states. */
type MessagePlace = { isWritten: boolean; file: FileRow | null | "gone"; ticket: TicketRow | null };

/** Looks up where a recipient's question or message goes, in one round trip. The caller holds the contact's lock. */
export async function placeOfMessage(
  ctx: DeskContext,
  { part, campaign, connection, recipient, contact }: Part,
): Promise<MessagePlace> {
  const { companyId } = ctx;
  const fileId = part === "message" ? campaign.fileId : null;
  const [stored, files, ticket] = await inParallel([
    messageOf(ctx.db, { companyId, id: campaignMessageId(recipient, part) }),
    fileId ? fileOf(ctx.db, { companyId, id: fileId }) : [null],
    findExistingTicketToSend(ctx, { contactId: contact.id, connectionId: connection.id }),
  ]);
  const [file = "gone" as const] = files;
  return { isWritten: stored.length > 0, file, ticket };
}

/** Adds a recipient's question or message to the outbox. Returns its id; null: the campaign's file is gone. */
export async function writeCampaignMessage(
  ctx: DeskContext,
  { part, text, campaign, frozen, connection, recipient, contact, place }: Writing,
): Promise<string | null> {
  const id = campaignMessageId(recipient, part);
  if (place.isWritten) return id;
  if (place.file === "gone") return null;
  const chat = { contactId: contact.id, connectionId: connection.id };
  const ticket = place.ticket ?? (await createClosedTicket(ctx, chat, { at: ctx.now }));
  const [newest, ofTicket] = await inParallel([
    place.ticket ? newestOf(ctx, ticket.id) : null,
    namesTicket(text) ? messageVariables(ctx, ticket.id) : undefined,
  ]);
  const { text: body } = renderText(text, frozen, recipient, {
    at: ctx.now,
    connectionName: connection.name,
    ticket: ofTicket,
  });
  const content = place.file ? contentOfFile(place.file) : {};
  await writeOutgoing(
    ctx,
    ticket,
    { connectionId: connection.id, channel: connection.channel, newest },
    { ...content, id, body, origin: "campaign", campaignId: campaign.id },
  );
  return id;
}

/** Whether a text may have a variable of the desk. */
const namesTicket = (text: string) => text.includes("{{");

const messageOf = prepareOnce((db, param) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.companyId, param("companyId")), eq(messages.id, param("id")))),
);
const fileOf = prepareOnce((db, param) =>
  db
    .select()
    .from(files)
    .where(and(eq(files.companyId, param("companyId")), eq(files.id, param("id")))),
);
