import { createPortal } from "react-dom";
import type { TicketNote } from "../../../../contracts/desk/tickets.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { authorOf, type Names } from "../../../conversation/text/message-summary.ts";
import { clock } from "../../../i18n/date-time.ts";
import { dateAndTime } from "../../../i18n/full-dates.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { deliveryOf } from "../message/delivery.ts";
import { deliveryTexts } from "../message/delivery-tick.tsx";
import { printedDays, printedMessage } from "./printed-rows.ts";
import "./print-sheet.css";

export type PrintedConversation = {
  title: string;
  company: string;
  /** Label and value: contact, number, ticket, queue and so on. */
  details: { label: string; value: string }[];
  messages: MessageView[];
  /** Empty when it is printed without the internal notes. */
  notes: readonly TicketNote[];
  /** A sentence on what is missing; null: nothing. */
  missing: string | null;
  /** The `blob:` addresses of pictures by their message's id. */
  pictures: ReadonlyMap<string, string>;
  names: Names;
  /** Who printed it and when, and the zone of the times. */
  foot: string;
};

/**
 * Draws the conversation for paper: a table whose head and foot stand on each page, with one row for each message, so
 * that no page break cuts a message that fits on a page. It stands beside the app and is not shown on a screen.
 */
export function PrintSheet({ conversation }: { conversation: PrintedConversation }) {
  const { title, company, details, messages, notes, missing, names, pictures, foot } = conversation;
  return createPortal(
    <article className="printed-conversation" aria-label={title}>
      <table aria-label={m.print_contents()}>
        {/* The first row spans all columns and gives no widths. */}
        <colgroup>
          <col className="printed-time" />
          <col className="printed-author" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={3} className="printed-title">
              <bdi>{title}</bdi> · <bdi>{company}</bdi>
            </th>
          </tr>
          <tr className="printed-columns">
            <th scope="col">{m.print_col_time()}</th>
            <th scope="col">{m.print_col_author()}</th>
            <th scope="col">{m.print_col_text()}</th>
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td colSpan={3} className="printed-plain printed-foot">
              {foot}
            </td>
          </tr>
        </tfoot>
        <tbody>
          <tr>
            <td colSpan={3} className="printed-plain">
              <dl>
                {details.map(({ label, value }) => (
                  <div key={label} className="contents">
                    <dt>{label}</dt>
                    <dd dir="auto">{value}</dd>
                  </div>
                ))}
              </dl>
              {missing && <p>{missing}</p>}
            </td>
          </tr>
        </tbody>
        {printedDays(messages, notes).map((day) => (
          <tbody key={day.key}>
            <tr className="printed-day">
              <th colSpan={3} scope="rowgroup">
                {fullDate(day.at)}
              </th>
            </tr>
            {day.items.map((item) => {
              if (item.kind === "note") return <NoteRow key={item.key} note={item.note} />;
              if (item.kind === "hidden") return <HiddenRow key={item.key} count={item.count} />;
              const { message } = item;
              return (
                <MessageRow key={item.key} message={message} names={names} picture={pictures.get(message.id) ?? null} />
              );
            })}
          </tbody>
        ))}
      </table>
    </article>,
    document.body,
  );
}

/** Formats as "21 de novembro de 2026": "hoje" would be wrong on paper. */
function fullDate(instant: string): string {
  return new Intl.DateTimeFormat(languageTag(), { dateStyle: "long" }).format(new Date(instant));
}

type MessageRowProps = { message: MessageView; names: Names; picture: string | null };

function MessageRow({ message, names, picture }: MessageRowProps) {
  const { quoted, file, text } = printedMessage(message);
  return (
    <tr>
      <td>
        <time dateTime={message.createdAt}>{clock(message.createdAt)}</time>
      </td>
      <td>
        <bdi>{authorOf(message, names)}</bdi>
        {message.fromMe && !message.isDeleted && (
          <span className="printed-small">{deliveryTexts(deliveryOf(message))}</span>
        )}
        {message.editedAt && <span className="printed-small">{m.tickets_edited()}</span>}
      </td>
      <td dir="auto">
        {quoted && <span className="printed-small">{m.print_quote({ text: quoted })}</span>}
        {file && <span className="printed-small">{file}</span>}
        {picture && <img src={picture} alt={file ?? ""} decoding="async" />}
        <span className="printed-text">{text}</span>
        {message.reactions.length > 0 && (
          <span className="printed-small">{message.reactions.map(({ emoji }) => emoji).join(" ")}</span>
        )}
      </td>
    </tr>
  );
}

const NoteRow = ({ note }: { note: TicketNote }) => (
  <tr className="printed-note">
    <td>
      <time dateTime={note.createdAt}>{clock(note.createdAt)}</time>
    </td>
    <td>
      <bdi>{note.userName}</bdi>
    </td>
    <td dir="auto">
      <b className="printed-small">{m.print_note()}</b>
      <span className="printed-text">{note.note}</span>
    </td>
  </tr>
);

const HiddenRow = ({ count }: { count: number }) => (
  <tr>
    <td colSpan={3}>{m.tickets_hidden({ count })}</td>
  </tr>
);

/** The instants of the first and the last message as a period; null without messages. */
export function periodOf(messages: readonly MessageView[]): string | null {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return null;
  return m.print_period_value({ from: dateAndTime(first.createdAt), to: dateAndTime(last.createdAt) });
}
