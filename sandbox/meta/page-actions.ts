import { readSample } from "../samples.ts";
import { SandboxError } from "../sandbox-error.ts";
import type {
  Chat,
  CompanyMessage,
  Customer,
  Edit,
  ListedConnection,
  MessageRef,
  NewMessage,
  Reaction,
  SampleType,
  ShownMessage,
} from "../wire.ts";
import type { AttachmentKind, MetaAccount, MetaChats, MetaMessage } from "./chats.ts";
import type { PagePhones } from "./phones.ts";

const PREFIX = "page:";
const kinds: Record<SampleType, AttachmentKind> = {
  ...{ image: "image", sticker: "image" },
  ...{ video: "video", audio: "audio", document: "file" },
};

/**
 * The actions of people on Messenger and Instagram, with the arguments that the sandbox's page also uses for phones.
 */
export class PageActions {
  readonly #chats: MetaChats;
  readonly #phones: PagePhones;

  constructor(chats: MetaChats, phones: PagePhones) {
    this.#chats = chats;
    this.#phones = phones;
  }

  isPage = (connectionId: string): boolean => connectionId.startsWith(PREFIX);

  /** Returns the linked pages and their Instagram accounts. */
  list(): (ListedConnection & { channel: MetaAccount["channel"] })[] {
    return this.#chats.accounts().map(({ id, channel, name }: MetaAccount) => ({
      id: `${PREFIX}${id}`,
      companyId: "",
      name: `${name} · ${channel === "facebook" ? "Messenger" : "Instagram"}`,
      number: "",
      status: "CONNECTED",
      channel,
    }));
  }

  people(connectionId: string): Customer[] {
    const people = this.#chats.peopleOf(this.#accountOf(connectionId));
    return people.map(({ personId, name, at }) => ({ number: personId, name, timestamp: at }));
  }

  messages({ connectionId, number }: Chat): ShownMessage[] {
    return this.#chats.of(this.#accountOf(connectionId), number).map((held) => this.#shown(held));
  }

  write({ connectionId, from, name, body, quotedId, hoursAgo, media, content }: NewMessage) {
    const sample = media && readSample(media.type);
    const file = media &&
      sample && {
        bytes: media.base64 ? Buffer.from(media.base64, "base64") : sample.bytes,
        mimetype: media.mimetype ?? sample.mimetype,
        name: media.fileName ?? sample.fileName,
        kind: kinds[media.type],
      };
    const chat = { accountId: this.#accountOf(connectionId), personId: from };
    if (content) return this.#phones.writeRaw(chat, content);
    return this.#phones.write({ ...chat, name, text: body, quotedId, hoursAgo, file });
  }

  writeAsPage = ({ body, ...chat }: CompanyMessage) => this.#phones.writeAsPage({ ...this.#chatOf(chat), text: body });
  read = (chat: Chat) => ({ ...this.#phones.read(this.#chatOf(chat)), played: 0 });
  edit = ({ body, ...ref }: Edit) => this.#phones.edit(this.#refOf(ref), body);
  remove = (ref: MessageRef) => this.#phones.remove(this.#refOf(ref));
  react = ({ emoji, ...ref }: Reaction) => this.#phones.react(this.#refOf(ref), emoji);

  #accountOf(connectionId: string): string {
    const id = connectionId.slice(PREFIX.length);
    if (!this.#chats.accounts().some((account) => account.id === id)) throw new SandboxError("ERR_NO_WAPP_FOUND");
    return id;
  }

  #chatOf = ({ connectionId, number }: Chat) => ({ accountId: this.#accountOf(connectionId), personId: number });
  #refOf = ({ id, ...chat }: MessageRef) => ({ ...this.#chatOf(chat), mid: id });

  #shown({
    mid,
    fromPage,
    at,
    text,
    fileId,
    replyTo,
    status,
    isEdited,
    isDeleted,
    reactions,
  }: MetaMessage): ShownMessage {
    const file = fileId ? this.#chats.files.get(fileId) : undefined;
    return {
      id: mid,
      fromMe: !fromPage,
      type: file ? (file.kind === "file" ? "document" : file.kind) : "text",
      body: text,
      timestamp: at,
      status,
      receivedCount: 1,
      reactions,
      ...(replyTo && { quotedId: replyTo }),
      ...(file && { mediaUrl: `/sandbox/meta/files/${fileId}/${encodeURIComponent(file.name)}`, fileName: file.name }),
      ...(isEdited && { edited: true }),
      ...(isDeleted && { deleted: true }),
    };
  }
}
