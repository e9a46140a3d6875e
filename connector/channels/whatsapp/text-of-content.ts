import type { proto } from "@whiskeysockets/baileys";
import { pollText } from "../../../sync/contracts/poll-text.ts";

type Content = proto.IMessage;
type ContentText = { text: string; contextInfo?: proto.IContextInfo | null };

/**
 * Converts readable kinds that are neither plain text nor media to text with the channel's formatting: polls, lists
 * and buttons, events, products and orders, and tapped replies. Null: another kind.
 */
export function textOfContent(content: Content): ContentText | null {
  for (const read of readers) {
    const contentText = read(content);
    if (contentText && contentText.text !== "") return contentText;
  }
  return null;
}

const lines = (...parts: (string | null | undefined | false)[]) =>
  parts
    .filter((part): part is string => typeof part === "string")
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n");
const bold = (text: string | null | undefined) => (text?.trim() ? `*${text.trim()}*` : "");
const choices = (names: readonly (string | null | undefined)[]) => lines(...names.map((name) => name && `○ ${name}`));

const readers: ((content: Content) => ContentText | null)[] = [
  (content) => {
    const poll =
      content.pollCreationMessage ??
      content.pollCreationMessageV2 ??
      content.pollCreationMessageV3 ??
      content.pollCreationMessageV5;
    if (!poll) return null;
    const options = (poll.options ?? []).map(({ optionName }) => optionName ?? "");
    // A missing count or 0 allows several choices.
    const choice = poll.selectableOptionsCount === 1 ? "one" : "several";
    return { text: pollText({ question: poll.name ?? "", options, choice }), contextInfo: poll.contextInfo };
  },
  ({ listMessage }) =>
    listMessage
      ? {
          text: lines(
            bold(listMessage.title),
            listMessage.description,
            choices((listMessage.sections ?? []).flatMap(({ rows }) => (rows ?? []).map(({ title }) => title))),
            listMessage.footerText,
          ),
          contextInfo: listMessage.contextInfo,
        }
      : null,
  ({ buttonsMessage }) =>
    buttonsMessage
      ? {
          text: lines(
            bold(buttonsMessage.text),
            buttonsMessage.contentText,
            choices((buttonsMessage.buttons ?? []).map(({ buttonText }) => buttonText?.displayText)),
            buttonsMessage.footerText,
          ),
          contextInfo: buttonsMessage.contextInfo,
        }
      : null,
  ({ templateMessage }) => {
    const template = templateMessage?.hydratedTemplate ?? templateMessage?.hydratedFourRowTemplate;
    if (!template) return null;
    const names = (template.hydratedButtons ?? []).map(
      ({ quickReplyButton, urlButton, callButton }) =>
        quickReplyButton?.displayText ?? urlButton?.displayText ?? callButton?.displayText,
    );
    const { hydratedTitleText, hydratedContentText, hydratedFooterText } = template;
    return {
      text: lines(bold(hydratedTitleText), hydratedContentText, choices(names), hydratedFooterText),
      contextInfo: templateMessage?.contextInfo,
    };
  },
  ({ interactiveMessage }) =>
    interactiveMessage
      ? {
          text: lines(
            bold(interactiveMessage.header?.title),
            interactiveMessage.body?.text,
            interactiveMessage.footer?.text,
          ),
          contextInfo: interactiveMessage.contextInfo,
        }
      : null,
  ({ eventMessage }) => {
    if (!eventMessage) return null;
    const seconds = Number(eventMessage.startTime ?? 0);
    const begins = Number.isSafeInteger(seconds) && seconds > 0 && seconds < 10_000_000_000;
    return {
      text: lines(
        `📅 ${bold(eventMessage.name)}`,
        begins && new Date(seconds * 1_000).toISOString().slice(0, 16).replace("T", " ").concat(" UTC"),
        eventMessage.location?.name,
        eventMessage.description,
        eventMessage.joinLink,
      ),
      contextInfo: eventMessage.contextInfo,
    };
  },
  ({ productMessage }) =>
    productMessage
      ? {
          text: lines(
            `🛍️ ${bold(productMessage.product?.title)}`,
            productMessage.product?.description,
            productMessage.body,
          ),
          contextInfo: productMessage.contextInfo,
        }
      : null,
  ({ orderMessage }) =>
    orderMessage?.orderTitle || orderMessage?.message
      ? {
          text: lines(`🛒 ${bold(orderMessage.orderTitle)}`, orderMessage.message),
          contextInfo: orderMessage.contextInfo,
        }
      : null,
  // Replies by tapping an option.
  ({ buttonsResponseMessage }) =>
    buttonsResponseMessage
      ? { text: lines(buttonsResponseMessage.selectedDisplayText), contextInfo: buttonsResponseMessage.contextInfo }
      : null,
  ({ listResponseMessage }) =>
    listResponseMessage
      ? { text: lines(listResponseMessage.title), contextInfo: listResponseMessage.contextInfo }
      : null,
  ({ templateButtonReplyMessage }) =>
    templateButtonReplyMessage
      ? {
          text: lines(templateButtonReplyMessage.selectedDisplayText),
          contextInfo: templateButtonReplyMessage.contextInfo,
        }
      : null,
  ({ interactiveResponseMessage }) =>
    interactiveResponseMessage
      ? { text: lines(interactiveResponseMessage.body?.text), contextInfo: interactiveResponseMessage.contextInfo }
      : null,
  ({ groupInviteMessage }) =>
    groupInviteMessage
      ? {
          text: lines(bold(groupInviteMessage.groupName), groupInviteMessage.caption),
          contextInfo: groupInviteMessage.contextInfo,
        }
      : null,
];
