import { encodeWAMessage, proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
// The package's entry does not export these, and it has no `exports` map.
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from "@whiskeysockets/baileys/lib/Signal/Group/index.js";
import { ProtocolAddress } from "libsignal";
import type { Account } from "./account.ts";
import type { Companion } from "./companion.ts";
import type { Addressing, Contact } from "./contact.ts";
import type { WhatsAppEmulator } from "./emulator.ts";
import { attr, type BinaryNode, bytesOf, childNode, childNodes, el, nowSeconds } from "./socket/nodes.ts";

export interface GroupSpec {
  account: Account;
  members: Contact[];
  subject?: string;
  addressing?: Addressing;
}

/** The sender keys that one phone knows. */
class SenderKeys {
  readonly #records = new Map<string, Buffer>();

  async loadSenderKey(name: SenderKeyName): Promise<SenderKeyRecord> {
    const saved = this.#records.get(name.toString());
    return saved ? SenderKeyRecord.deserialize(saved) : new SenderKeyRecord();
  }

  async storeSenderKey(name: SenderKeyName, record: SenderKeyRecord) {
    this.#records.set(name.toString(), Buffer.from(JSON.stringify(record.serialize())));
  }
}

/** A WhatsApp group: members share per-sender keys instead of pairwise messages. Not kept across restarts. */
export class Group {
  readonly jid: string;
  readonly subject: string;
  readonly account: Account;
  readonly members: Contact[];
  readonly addressing: Addressing;
  readonly #emulator: WhatsAppEmulator;
  readonly #createdAt = nowSeconds();
  readonly #keys = new Map<Contact, SenderKeys>();
  /** "contact/device" of each device that already received the contact's sender key. */
  readonly #introduced = new Set<string>();

  constructor(emulator: WhatsAppEmulator, id: string, spec: GroupSpec) {
    this.#emulator = emulator;
    this.jid = `${id}@g.us`;
    this.account = spec.account;
    this.members = spec.members;
    this.subject = spec.subject ?? "Group";
    this.addressing = spec.addressing ?? "lid";
  }

  metadataNode(): BinaryNode {
    const isLid = this.addressing === "lid";
    const people = [this.account, ...this.members];
    const participants = people.map(({ jid, lidJid }) =>
      el("participant", isLid ? { jid: lidJid, phone_number: jid } : { jid, lid: lidJid }),
    );
    const attrs = {
      id: this.jid.split("@")[0],
      subject: this.subject,
      creation: this.#createdAt,
      s_t: this.#createdAt,
      creator: this.account.lidJid,
      addressing_mode: this.addressing,
      size: people.length,
    };
    return el("group", attrs, participants);
  }

  sendText(contact: Contact, text: string): Promise<string> {
    return this.send(contact, { conversation: text });
  }

  async send(contact: Contact, message: proto.IMessage): Promise<string> {
    const id = this.#emulator.newId();
    const name = new SenderKeyName(this.jid, new ProtocolAddress(contact.phone, 0) as SenderAddress);
    const keys = this.#keysOf(contact);
    const introduction = (await new GroupSessionBuilder(keys).create(name)).serialize();
    const sealed = await new GroupCipher(keys, name).encrypt(encodeWAMessage(message));
    for (const companion of this.account.companions.values()) {
      const attrs = {
        id,
        from: this.jid,
        participant: contact.address,
        type: "text",
        t: nowSeconds(),
        notify: contact.name,
        addressing_mode: this.addressing,
        ...(this.addressing === "lid" ? { participant_pn: contact.jid } : { participant_lid: contact.lidJid }),
      };
      const first = await this.#introduce(contact, companion, introduction);
      this.account.deliver(companion, el("message", attrs, [...first, el("enc", { v: 2, type: "skmsg" }, sealed)]));
    }
    return id;
  }

  /** Decrypts a message that the account sent to this group and delivers it to the members. */
  async receive(companion: Companion, node: BinaryNode) {
    const { phone } = this.account;
    const address = new ProtocolAddress(phone, companion.deviceId) as SenderAddress;
    const name = new SenderKeyName(this.jid, address);
    for (const to of childNodes(childNode(node, "participants"), "to")) {
      const { contact } = this.#emulator.resolve(attr(to, "jid"));
      const enc = childNode(to, "enc");
      if (!contact || !enc) continue;
      const sealed = { type: attr(enc, "type"), ciphertext: bytesOf(enc) };
      const { senderKeyDistributionMessage } = await contact.device.decrypt(phone, companion.deviceId, sealed);
      const bytes = senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
      const key = new SenderKeyDistributionMessage(null, null, null, null, bytes);
      await new GroupSessionBuilder(this.#keysOf(contact)).process(name, key);
    }
    const ciphertext = bytesOf(childNode(node, "enc"));
    for (const contact of this.members) {
      const padded = await new GroupCipher(this.#keysOf(contact), name).decrypt(ciphertext);
      const message = proto.Message.decode(unpadRandomMax16(padded));
      contact.emit("message", { id: attr(node, "id"), from: this.account, message });
    }
  }

  receipt(contact: Contact, id: string, type?: "read" | "played") {
    for (const companion of this.account.companions.values()) {
      const attrs = { id, from: this.jid, participant: contact.address, type, t: nowSeconds() };
      this.account.deliver(companion, el("receipt", attrs));
    }
  }

  async #introduce(contact: Contact, companion: Companion, introduction: Uint8Array): Promise<BinaryNode[]> {
    const key = `${contact.phone}/${companion.deviceId}`;
    if (this.#introduced.has(key)) return [];
    this.#introduced.add(key);
    const message = {
      senderKeyDistributionMessage: {
        groupId: this.jid,
        axolotlSenderKeyDistributionMessage: introduction,
      },
    };
    const bundle = () => companion.bundle();
    const { type, ciphertext } = await contact.device.encrypt(this.account.phone, companion.deviceId, message, bundle);
    return [el("enc", { v: 2, type }, ciphertext)];
  }

  #keysOf(contact: Contact): SenderKeys {
    const keys = this.#keys.get(contact) ?? new SenderKeys();
    this.#keys.set(contact, keys);
    return keys;
  }
}

/** libsignal's type of the address lacks the `toString` contract that the group ciphers require. */
type SenderAddress = ConstructorParameters<typeof SenderKeyName>[1];
