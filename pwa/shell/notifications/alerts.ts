import { wordsOf } from "../../../contracts/desk/bodies/message-words.ts";
import type { ChatView } from "../../../sync/client/index.ts";
import { chatName, lastLine } from "../../conversation/chats/chat-name.ts";
import { withoutMarks } from "../../conversation/text/message-summary.ts";
import { showOnDesktop, tagOfChat, tagOfTicket } from "./desktop.ts";
import type { Waiting } from "./new-messages.ts";
import { oncePerBrowser } from "./once-per-browser.ts";
import { ring } from "./sound.ts";
import { isViewedAnywhere } from "./viewed.ts";

export { closeShown, tagOfChat, tagOfTicket } from "./desktop.ts";
export { keepSubscribed } from "./push.ts";

/** Alerts the user of a ticket's new message by sound and desktop notification, unless it is on the screen. */
export async function alertOfTicket(ticket: Waiting): Promise<void> {
  if (await isViewedAnywhere(ticket.id)) return;
  await oncePerBrowser(ticket.lastMessage?.id ?? ticket.id, async () => {
    const { id, contactName, lastMessage } = ticket;
    const text = lastMessage ? withoutMarks(wordsOf(lastMessage.body, lastMessage.mediaType)) : "";
    const notification = { tag: tagOfTicket(id), title: contactName, text, data: { ticketId: id } };
    await Promise.all([ring(), showOnDesktop(notification)]);
  });
}

/** Alerts the user of an internal chat's new message, as of a ticket's. */
export async function alertOfChat(chat: ChatView, userId: string): Promise<void> {
  if (await isViewedAnywhere(chat.id)) return;
  await oncePerBrowser(`${chat.id} ${chat.lastSeq}`, async () => {
    const notification = {
      tag: tagOfChat(chat.id),
      title: chatName(chat, userId),
      text: lastLine(chat, userId),
      data: { chatId: chat.id },
    };
    await Promise.all([ring(), showOnDesktop(notification)]);
  });
}
