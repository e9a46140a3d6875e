import { SandboxError } from "../sandbox-error.ts";
import type { MetaAccount, MetaChats, StoredFile } from "./chats.ts";
import type { EventSender } from "./event-sender.ts";
import { META_APP_ID } from "./meta-state.ts";

/** App id of Meta's own inbox, where the page's staff answer. */
const PAGE_INBOX_APP = "263902037430900";
const HOUR_MS = 3_600_000;

export type PageChat = { accountId: string; personId: string };
export type PageRef = PageChat & { mid: string };
export type NewPersonMessage = PageChat & {
  name?: string;
  text?: string;
  file?: StoredFile;
  quotedId?: string;
  /** The message was written this many hours ago and is delivered now. */
  hoursAgo?: number;
};

/** The actions of people on Messenger and Instagram, and the events that the page receives for them. */
export class PagePhones {
  readonly #chats: MetaChats;
  readonly #events: EventSender;
  readonly #onChange: () => void;
  #last = 0;

  constructor(chats: MetaChats, events: EventSender, onChange: () => void) {
    this.#chats = chats;
    this.#events = events;
    this.#onChange = onChange;
  }

  write({ accountId, personId, name, text = "", file, quotedId, hoursAgo = 0 }: NewPersonMessage): { id: string } {
    if (!text && !file) throw new SandboxError("ERR_VALIDATION");
    if (name || !this.#chats.nameOf(personId)) this.#chats.setName(personId, name || `Pessoa ${personId.slice(-4)}`);
    const at = this.#now() - hoursAgo * HOUR_MS;
    const fileId = file ? this.#chats.keepFile(file) : null;
    const common = { accountId, personId, fromPage: false, replyTo: quotedId ?? null, at };
    // On these channels, a file and a text are two messages.
    const held = this.#chats.add({ ...common, fileId, text: file ? "" : text });
    this.#sendMessageEvent(held.mid);
    if (file && text) this.#sendMessageEvent(this.#chats.add({ ...common, at: at + 1, text }).mid);
    return { id: held.mid };
  }

  /** Sends any attachment or message of Meta's that the phones have no control for. */
  writeRaw({ accountId, personId }: PageChat, message: Record<string, unknown>): { id: string } {
    const held = this.#chats.add({
      accountId,
      personId,
      fromPage: false,
      text: String(message.text ?? ""),
      at: this.#now(),
    });
    this.#sendEvent(accountId, personId, { message: { mid: held.mid, ...message } });
    return { id: held.mid };
  }

  /** Answers as a member of the page's staff in Meta's own inbox. */
  writeAsPage({ accountId, personId, text = "" }: NewPersonMessage): { id: string } {
    const held = this.#chats.add({ accountId, personId, fromPage: true, text, at: this.#now() });
    this.sendEcho(held.mid, { appId: PAGE_INBOX_APP });
    return { id: held.mid };
  }

  pressButton({ accountId, personId }: PageChat, title: string, payload = title): { id: string } {
    const { mid } = this.#chats.add({ accountId, personId, fromPage: false, text: title });
    this.#sendEvent(accountId, personId, { postback: { mid, title, payload } });
    return { id: mid };
  }

  read({ accountId, personId }: PageChat): { read: number } {
    const unread = this.#chats.of(accountId, personId).filter(({ fromPage, status }) => fromPage && status !== "read");
    for (const held of unread) this.#chats.change(held, { status: "read" });
    const last = unread.at(-1);
    const { channel } = this.#chats.account(accountId);
    if (last)
      this.#sendEvent(accountId, personId, {
        read: channel === "instagram" ? { mid: last.mid } : { watermark: this.#now() },
      });
    return { read: unread.length };
  }

  react(ref: PageRef, emoji: string): { id: string } {
    const held = this.#require(ref);
    this.#chats.change(held, { reactions: { ...held.reactions, mine: emoji || undefined } });
    const action = emoji ? "react" : "unreact";
    const reaction = { mid: held.mid, action, ...(emoji && { emoji, reaction: "other" }) };
    this.#sendEvent(ref.accountId, ref.personId, { reaction });
    return { id: held.mid };
  }

  edit(ref: PageRef, text: string): { id: string } {
    const held = this.#require(ref);
    this.#chats.change(held, { text, isEdited: true });
    this.#sendEvent(ref.accountId, ref.personId, { message_edit: { mid: held.mid, text, num_edit: 1 } });
    return { id: held.mid };
  }

  /** Deletes a message. Messenger sends no event for it. */
  remove(ref: PageRef): { id: string } {
    const held = this.#require(ref);
    this.#chats.change(held, { isDeleted: true });
    if (this.#chats.account(ref.accountId).channel === "instagram")
      this.#sendEvent(ref.accountId, ref.personId, { message: { mid: held.mid, is_deleted: true } });
    return { id: held.mid };
  }

  /**
   * Sends the echo of a message of the page, also to the app that sent it: `app_id` names the sender, and on
   * Messenger also `metadata`.
   */
  sendEcho(mid: string, { appId = META_APP_ID, metadata }: { appId?: string; metadata?: string } = {}): void {
    const held = this.#held(mid);
    const account = this.#chats.account(held.accountId);
    const carried = account.channel === "facebook" && metadata ? { metadata } : {};
    const message = { ...this.#contentOf(mid), is_echo: true, app_id: Number(appId), ...carried };
    this.#enqueueEvent(account, { sender: account.id, recipient: held.personId, at: held.at }, { message });
    if (account.channel === "instagram") return;
    this.#chats.change(this.#held(mid), { status: "delivered" });
    this.#sendEvent(held.accountId, held.personId, { delivery: { mids: [mid], watermark: this.#now() } });
  }

  /** Reports a change to whoever watches the phones. */
  changed(): void {
    this.#onChange();
  }

  #sendMessageEvent(mid: string): void {
    const held = this.#held(mid);
    const account = this.#chats.account(held.accountId);
    const message = this.#contentOf(mid);
    this.#enqueueEvent(account, { sender: held.personId, recipient: account.id, at: held.at }, { message });
  }

  #sendEvent(accountId: string, personId: string, event: Record<string, unknown>): void {
    const account = this.#chats.account(accountId);
    this.#enqueueEvent(account, { sender: personId, recipient: accountId, at: this.#now() }, event);
  }

  #enqueueEvent(
    account: MetaAccount,
    of: { sender: string; recipient: string; at: number },
    event: Record<string, unknown>,
  ) {
    const { sender, recipient, at } = of;
    this.#events.enqueue(account, { sender: { id: sender }, recipient: { id: recipient }, timestamp: at, ...event });
    this.#onChange();
  }

  #contentOf(mid: string): Record<string, unknown> {
    const { text, fileId, replyTo } = this.#held(mid);
    const file = fileId ? this.#chats.files.get(fileId) : undefined;
    return {
      mid,
      ...(text && { text }),
      ...(file && { attachments: [{ type: file.kind, payload: { url: this.#chats.addressOf(fileId ?? "") } }] }),
      ...(replyTo && { reply_to: { mid: replyTo } }),
    };
  }

  /** Returns a time that is later than every earlier one, so that no two actions have the same timestamp. */
  #now(): number {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return this.#last;
  }

  #held(mid: string) {
    const held = this.#chats.messages.get(mid);
    if (!held) throw new SandboxError("ERR_NO_MESSAGE_FOUND");
    return held;
  }

  #require({ accountId, personId, mid }: PageRef) {
    const held = this.#held(mid);
    if (held.accountId !== accountId || held.personId !== personId) throw new SandboxError("ERR_NO_MESSAGE_FOUND");
    return held;
  }
}
