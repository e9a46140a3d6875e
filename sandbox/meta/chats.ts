import { randomBytes } from "node:crypto";
import type { Store } from "../store.ts";
import { noSuch } from "./meta-error.ts";
import type { MetaState } from "./meta-state.ts";
import type { SamplePage } from "./people.ts";

export type AttachmentKind = "image" | "video" | "audio" | "file";
export type StoredFile = { bytes: Buffer; mimetype: string; name: string; kind: AttachmentKind };

/** A message as Meta stores it. */
export type MetaMessage = {
  mid: string;
  accountId: string;
  personId: string;
  fromPage: boolean;
  at: number;
  text: string;
  fileId: string | null;
  replyTo: string | null;
  reactions: { mine?: string; theirs?: string };
  status: "sent" | "delivered" | "read";
  isEdited: boolean;
  isDeleted: boolean;
};

/** A page or an Instagram account, as the Graph API and the webhook identify it. */
export type MetaAccount = { id: string; channel: "facebook" | "instagram"; page: SamplePage; name: string };

/** The conversations between pages and people, and the people's names. */
export class MetaChats {
  readonly messages;
  readonly files;
  /** Base address of the files; known after a page was subscribed. */
  readonly addresses;
  readonly #people;
  readonly #metaState: MetaState;

  constructor(store: Store, metaState: MetaState) {
    this.#metaState = metaState;
    this.messages = store.map<MetaMessage>("metaMessages");
    this.files = store.map<StoredFile>("metaFiles");
    this.addresses = store.map<string>("metaAddresses");
    this.#people = store.map<string>("metaCustomers");
  }

  /** Returns the accounts of the pages that are subscribed to the app. */
  accounts(): MetaAccount[] {
    return [...this.#metaState.subscriptions.keys()].flatMap((id) => {
      const page = this.#metaState.page(id);
      return page ? accountsOf(page) : [];
    });
  }

  account(id: string): MetaAccount {
    const pages = this.#metaState.people.flatMap(({ pages }) => pages);
    const found = pages.flatMap(accountsOf).find((account) => account.id === id);
    if (!found) throw noSuch(id);
    return found;
  }

  nameOf = (personId: string): string | undefined => this.#people.get(personId);

  setName(personId: string, name: string): void {
    this.#people.set(personId, name);
  }

  /** Returns a conversation, oldest message first. */
  of(accountId: string, personId: string): MetaMessage[] {
    const all = [...this.messages.values()];
    return all.filter((one) => one.accountId === accountId && one.personId === personId).sort((a, b) => a.at - b.at);
  }

  /** Returns the people who talk with the account, most recent first. */
  peopleOf(accountId: string): { personId: string; name: string; at: number }[] {
    const last = new Map<string, number>();
    for (const { accountId: of, personId, at } of this.messages.values())
      if (of === accountId) last.set(personId, Math.max(at, last.get(personId) ?? 0));
    return [...last]
      .map(([personId, at]) => ({ personId, name: this.nameOf(personId) ?? personId, at }))
      .sort((a, b) => b.at - a.at);
  }

  keepFile(file: StoredFile): string {
    const id = String(randomBytes(6).readUIntBE(0, 6) + 10 ** 15);
    this.files.set(id, file);
    return id;
  }

  addressOf(fileId: string): string {
    const name = this.files.get(fileId)?.name ?? "";
    return `${this.addresses.get("files") ?? ""}/files/${fileId}/${encodeURIComponent(name)}`;
  }

  add(message: Pick<MetaMessage, "accountId" | "personId" | "fromPage"> & Partial<MetaMessage>): MetaMessage {
    const { channel } = this.account(message.accountId);
    const mid = `${channel === "instagram" ? "aWdf" : "m_"}${randomBytes(24).toString("base64url")}`;
    const held: MetaMessage = {
      mid,
      at: Date.now(),
      text: "",
      fileId: null,
      replyTo: null,
      reactions: {},
      status: "sent",
      isEdited: false,
      isDeleted: false,
      ...message,
    };
    this.messages.set(mid, held);
    return held;
  }

  change(held: MetaMessage, change: Partial<MetaMessage>): MetaMessage {
    const changed = { ...held, ...change };
    this.messages.set(held.mid, changed);
    return changed;
  }
}

function accountsOf(page: SamplePage): MetaAccount[] {
  const own: MetaAccount = { id: page.id, channel: "facebook", page, name: page.name };
  const { instagram } = page;
  return instagram ? [own, { id: instagram.id, channel: "instagram", page, name: `@${instagram.username}` }] : [own];
}
