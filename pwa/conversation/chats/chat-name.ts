import type { ChatDocument } from "../../../contracts/office/chats.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { getLocale } from "../../i18n/paraglide/runtime.js";
import { plainLine, shortText } from "../text/message-summary.ts";

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name;

const listed = (names: string[]) => new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(names);

/** Returns the title, or the names of the other members. */
export function chatName({ title, members }: Pick<ChatDocument, "title" | "members">, userId: string): string {
  if (title) return title;
  const others = members.filter((member) => member.userId !== userId).map(({ name }) => name);
  return others.length > 0 ? listed(others) : m.chats_alone();
}

/** Returns the first names of all members: "Marina, Rosana e Tiago". */
export const memberNames = ({ members }: Pick<ChatDocument, "members">) =>
  listed(members.map(({ name }) => firstName(name)));

/** Returns the last message as one line; its author is named where several people could have written it. */
export function lastLine(chat: Pick<ChatDocument, "title" | "members" | "lastMessage">, userId: string): string {
  const { lastMessage: last } = chat;
  if (!last) return m.chats_row_empty();
  const words = plainLine(shortText(last));
  if (last.userId === userId) return `${m.tickets_you()}: ${words}`;
  return chat.title || chat.members.length > 2 ? `${firstName(last.userName)}: ${words}` : words;
}
