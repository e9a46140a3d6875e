import type { proto } from "@whiskeysockets/baileys";
import { actionLine } from "../../../../contracts/desk/bodies/action-text.ts";
import { pollText } from "../../../../contracts/desk/bodies/poll-text.ts";
import { localMinute } from "../../../../contracts/local-time.ts";
import {
  bold,
  choices,
  interactiveText,
  lines,
  money,
  money1000,
  oldButtonsText,
  parseParams,
  productText,
  templateButtonText,
} from "./interactive-text.ts";

type Content = proto.IMessage;
/** `text`, or a function of the company's time zone for kinds that name a time. */
type ContentText = { text: string | ((timeZone: string) => string); contextInfo?: proto.IContextInfo | null };
type Readers = { [Field in keyof Content]?: (part: NonNullable<Content[Field]>) => ContentText | null };

/**
 * Converts readable kinds that are neither plain text nor media to text with the channel's formatting: polls, lists
 * and buttons, payments, events, products and orders, and tapped replies. Null: another kind, or nothing to read.
 */
export function textOfContent(content: Content): ContentText | null {
  for (const [field, read] of Object.entries(readers)) {
    const part = content[field as keyof Content];
    const contentText = part == null ? null : (read as (part: unknown) => ContentText | null)(part);
    if (contentText && contentText.text !== "") return contentText;
  }
  return null;
}

/** A local time "DD/MM/YYYY HH:mm"; '' for a time that no calendar has. */
function timeText(seconds: unknown, timeZone: string): string {
  const value = Number(seconds ?? 0);
  if (!Number.isSafeInteger(value) || value <= 0 || value >= 10_000_000_000) return "";
  const local = localMinute(new Date(value * 1_000), timeZone);
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 16)}`;
}

function eventText(event: proto.Message.IEventMessage, timeZone: string): string {
  const [begin, end] = [timeText(event.startTime, timeZone), timeText(event.endTime, timeZone)];
  const until = end && (end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11) : end);
  return lines(
    `📅 ${bold(event.name)}`.trim(),
    event.isCanceled && "Cancelado",
    [begin, until].filter(Boolean).join(" – "),
    event.location?.name,
    event.location?.address,
    event.description,
    event.joinLink && actionLine({ kind: "link", label: "Entrar", url: event.joinLink }),
  );
}

function poll(part: proto.Message.IPollCreationMessage): ContentText {
  const options = (part.options ?? []).map(({ optionName }) => optionName ?? "");
  // A missing count or 0 allows several choices.
  const choice = part.selectableOptionsCount === 1 ? "one" : "several";
  return { text: pollText({ question: part.name ?? "", options, choice }), contextInfo: part.contextInfo };
}

function pollResult(part: proto.Message.IPollResultSnapshotMessage): ContentText {
  const votes = (part.pollVotes ?? []).map(
    ({ optionName, optionVoteCount }) => `${optionName}: ${optionVoteCount ?? 0}`,
  );
  return { text: lines(`📊 ${bold(part.name)}`, choices(votes)), contextInfo: part.contextInfo };
}

function template(part: proto.Message.ITemplateMessage): ContentText {
  const hydrated = part.hydratedTemplate ?? part.hydratedFourRowTemplate;
  const { contextInfo, interactiveMessageTemplate, fourRowTemplate } = part;
  if (!hydrated) {
    const text = interactiveMessageTemplate
      ? interactiveText(interactiveMessageTemplate)
      : lines(structured(fourRowTemplate?.content), structured(fourRowTemplate?.footer));
    return { text, contextInfo };
  }
  const { hydratedTitleText, hydratedContentText, hydratedFooterText, hydratedButtons, locationMessage } = hydrated;
  const text = lines(
    bold(hydratedTitleText),
    locationMessage && lines(locationMessage.name, locationMessage.address),
    hydratedContentText,
    ...(hydratedButtons ?? []).map(templateButtonText),
    hydratedFooterText,
  );
  return { text, contextInfo };
}

/** The oldest templates have their parameters only; the words are on the phone. */
const structured = (part: proto.Message.IHighlyStructuredMessage | null | undefined): string =>
  lines(...(part?.params ?? []), ...(part?.localizableParams ?? []).map((param) => param.default));

function requestedAmount(part: proto.Message.IRequestPaymentMessage): string {
  const { amount, amount1000, currencyCodeIso4217 } = part;
  const value = Number(amount?.value ?? 0);
  if (value > 0) return money(value / (amount?.offset || 1_000), amount?.currencyCode || currencyCodeIso4217);
  return money1000(amount1000, currencyCodeIso4217);
}

const noteOf = (note: Content | null | undefined) => note?.extendedTextMessage?.text ?? note?.conversation;
const noteContext = (note: Content | null | undefined) => note?.extendedTextMessage?.contextInfo;

const readers: Readers = {
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  pollResultSnapshotMessage: pollResult,
  pollResultSnapshotMessageV3: pollResult,
  listMessage: ({ title, description, sections, productListInfo, footerText, contextInfo }) => ({
    text: lines(
      bold(title),
      description,
      ...(sections ?? []).map((section) =>
        lines(
          (sections?.length ?? 0) > 1 && bold(section.title),
          choices((section.rows ?? []).map((row) => [row.title, row.description].filter(Boolean).join(" · "))),
        ),
      ),
      ...(productListInfo?.productSections ?? []).map((section) => bold(section.title)),
      footerText,
    ),
    contextInfo,
  }),
  buttonsMessage: ({ text, contentText, buttons, footerText, locationMessage, contextInfo }) => ({
    text: lines(
      bold(text),
      locationMessage && lines(locationMessage.name, locationMessage.address),
      contentText,
      oldButtonsText(buttons),
      footerText,
    ),
    contextInfo,
  }),
  templateMessage: template,
  highlyStructuredMessage: (part) => (part.hydratedHsm ? template(part.hydratedHsm) : { text: structured(part) }),
  interactiveMessage: (part) => ({ text: interactiveText(part), contextInfo: part.contextInfo }),
  eventMessage: (part) => ({ text: (timeZone) => eventText(part, timeZone), contextInfo: part.contextInfo }),
  scheduledCallCreationMessage: ({ title, scheduledTimestampMs }) => ({
    text: (timeZone) =>
      lines(
        `📅 ${bold(title) || "*Chamada agendada*"}`,
        timeText(Math.floor(Number(scheduledTimestampMs ?? 0) / 1_000), timeZone),
      ),
  }),
  scheduledCallEditMessage: () => ({ text: "📅 Chamada agendada cancelada" }),
  productMessage: ({ product, catalog, body, footer, contextInfo }) => ({
    text: lines(
      product ? productText(product) : catalog && lines(`🛍️ ${bold(catalog.title)}`, catalog.description),
      body,
      footer,
    ),
    contextInfo,
  }),
  orderMessage: ({ orderTitle, message, itemCount, totalAmount1000, totalCurrencyCode, contextInfo }) => {
    const total = money1000(totalAmount1000, totalCurrencyCode);
    return {
      text: lines(
        `🛒 ${bold(orderTitle) || "*Pedido*"}`,
        itemCount ? actionLine({ kind: "items", count: itemCount }) : "",
        total && `Total: ${total}`,
        message,
      ),
      contextInfo,
    };
  },
  requestPaymentMessage: (part) => ({
    text: lines(
      `💰 *Pedido de pagamento*${requestedAmount(part) && `: ${requestedAmount(part)}`}`,
      noteOf(part.noteMessage),
    ),
    contextInfo: noteContext(part.noteMessage),
  }),
  sendPaymentMessage: ({ noteMessage }) => ({
    text: lines("💰 *Pagamento enviado*", noteOf(noteMessage)),
    contextInfo: noteContext(noteMessage),
  }),
  declinePaymentRequestMessage: () => ({ text: "💰 Pedido de pagamento recusado" }),
  cancelPaymentRequestMessage: () => ({ text: "💰 Pedido de pagamento cancelado" }),
  paymentInviteMessage: () => ({ text: "💰 Convite para pagamentos no WhatsApp" }),
  invoiceMessage: ({ note }) => (note?.trim() ? { text: `🧾 ${note.trim()}` } : null),
  // Replies by tapping an option.
  buttonsResponseMessage: ({ selectedDisplayText, selectedButtonId, contextInfo }) => ({
    text: lines(selectedDisplayText || selectedButtonId),
    contextInfo,
  }),
  listResponseMessage: ({ title, description, singleSelectReply, contextInfo }) => ({
    text: lines(title || description || singleSelectReply?.selectedRowId),
    contextInfo,
  }),
  templateButtonReplyMessage: ({ selectedDisplayText, selectedId, contextInfo }) => ({
    text: lines(selectedDisplayText || selectedId),
    contextInfo,
  }),
  interactiveResponseMessage: ({ body, nativeFlowResponseMessage, contextInfo }) => ({
    text: lines(body?.text) || answersOf(nativeFlowResponseMessage?.paramsJson),
    contextInfo,
  }),
  groupInviteMessage: ({ groupName, caption, contextInfo }) => ({ text: lines(bold(groupName), caption), contextInfo }),
  newsletterAdminInviteMessage: ({ newsletterName, caption, contextInfo }) => ({
    text: lines(`📢 ${bold(newsletterName)}`, caption),
    contextInfo,
  }),
  newsletterFollowerInviteMessageV2: ({ newsletterName, caption, contextInfo }) => ({
    text: lines(`📢 ${bold(newsletterName)}`, caption),
    contextInfo,
  }),
  stickerPackMessage: ({ name, publisher, caption, contextInfo }) => ({
    text: lines(`🧩 ${bold(name) || "*Figurinhas*"}`, publisher, caption),
    contextInfo,
  }),
  requestPhoneNumberMessage: ({ contextInfo }) => ({ text: "📱 Pediu o seu número de telefone", contextInfo }),
  richResponseMessage: ({ submessages, contextInfo }) => ({
    text: lines(...(submessages ?? []).map(({ messageText }) => messageText)),
    contextInfo,
  }),
  statusQuestionAnswerMessage: ({ text }) => ({ text: lines(text) }),
  questionResponseMessage: ({ text }) => ({ text: lines(text) }),
  statusQuotedMessage: ({ text }) => ({ text: lines(text) }),
};

/** The answers to a form, without its own bookkeeping. */
function answersOf(json: string | null | undefined): string {
  const answers = Object.entries(parseParams(json)).filter(([name]) => name !== "flow_token" && name !== "id");
  return lines(
    ...answers.map(([name, value]) => typeof value === "string" && `${name.replaceAll("_", " ")}: ${value}`),
  );
}
