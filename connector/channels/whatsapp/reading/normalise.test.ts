import { proto } from "@whiskeysockets/baileys";
import { describe, expect, test } from "vitest";
import { testTime } from "../../../../contracts/testing/clock.ts";
import { normalise, type OwnAccount } from "./normalise.ts";

const self: OwnAccount = { id: "5531900000001:3@s.whatsapp.net", lid: "90000000000001:3@lid" };
const connectionId = "connection";
const T = "1763700000";

function read(message: proto.IMessage, attrs: Record<string, string> = {}) {
  const all = { id: "M1", from: "123456789012345@lid", sender_pn: "5531988880001@s.whatsapp.net", t: T, ...attrs };
  const bytes = proto.Message.encode(message).finish();
  return normalise({ connectionId, attrs: all, message: bytes, seq: 7 }, self, () => "Oleiros");
}

function readMessage(message: proto.IMessage, attrs?: Record<string, string>) {
  const result = read(message, attrs);
  if (result.type !== "message") throw new Error(`no message: ${result.type}`);
  return result.incoming;
}

describe("normalise: sender and chat", () => {
  test("LID and phone number are read from every attribute that can carry them", () => {
    const sender = { lid: "123456789012345", phone: "5531988880001", name: "Ana" };
    expect(readMessage({ conversation: "oi" }, { notify: "Ana" })).toMatchObject({
      sender,
      chatKey: "123456789012345@lid",
      fromMe: false,
      at: new Date(Number(T) * 1000),
      seq: 7,
    });
    const byPhone = { from: "5531988880001:0@s.whatsapp.net", sender_pn: "", sender_lid: "123456789012345@lid" };
    expect(readMessage({ conversation: "oi" }, { ...byPhone, notify: "Ana" })).toMatchObject({
      sender,
      chatKey: "123456789012345@lid",
    });
  });

  test("the digits of a LID are never used as a phone number", () => {
    expect(readMessage({ conversation: "oi" }, { sender_pn: "" }).sender).toEqual({ lid: "123456789012345" });
  });

  test("a message sent from our own phone belongs to the recipient's chat, without our name", () => {
    const attrs = {
      from: self.lid ?? "",
      recipient: "123456789012345@lid",
      recipient_pn: "5531988880001@s.whatsapp.net",
    };
    const wrapped = { deviceSentMessage: { destinationJid: attrs.recipient, message: { conversation: "do celular" } } };
    expect(readMessage(wrapped, { ...attrs, sender_pn: self.id ?? "", notify: "Loja" })).toMatchObject({
      fromMe: true,
      body: "do celular",
      chatKey: "123456789012345@lid",
      sender: { lid: "123456789012345", phone: "5531988880001" },
    });
  });

  test("a group message has the group as its chat and the member as its author", () => {
    const attrs = { from: "120363000000000001@g.us", participant: "123456789012345@lid", sender_pn: "", notify: "Ana" };
    expect(readMessage({ conversation: "oi" }, attrs)).toMatchObject({
      chatKey: "120363000000000001@g.us",
      group: { address: "120363000000000001@g.us", name: "Oleiros", author: "Ana" },
    });
  });

  test.each(["status@broadcast", "1234@broadcast", "1203@newsletter"])("a message from %s is ignored", (from) => {
    expect(read({ conversation: "oi" }, { from, participant: "123456789012345@lid", sender_pn: "" }).type).toBe(
      "nothing",
    );
  });

  test("protocol messages between devices are ignored", () => {
    expect(read({ conversation: "oi" }, { category: "peer" }).type).toBe("nothing");
    expect(read({ senderKeyDistributionMessage: { groupId: "g" } }).type).toBe("nothing");
    expect(read({ protocolMessage: { type: proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING } }).type).toBe(
      "nothing",
    );
    expect(read({ messageContextInfo: {} }).type).toBe("nothing");
    expect(read({}).type).toBe("nothing");
  });
});

describe("normalise: content", () => {
  const contextInfo = { stanzaId: "Q1", participant: "x@lid" };

  test("texts are read with and without a quote", () => {
    expect(readMessage({ conversation: "oi" })).toMatchObject({ kind: "chat", body: "oi" });
    expect(readMessage({ extendedTextMessage: { text: "sim", contextInfo } })).toMatchObject({
      body: "sim",
      quotedProviderId: "Q1",
    });
  });

  test("disappearing, view-once and caption wrappers are unwrapped", () => {
    const text = { message: { conversation: "dentro" } };
    expect(readMessage({ ephemeralMessage: text }).body).toBe("dentro");
    const once = { message: { imageMessage: { mimetype: "image/jpeg", caption: "uma vez" } } };
    expect(readMessage({ viewOnceMessageV2: once })).toMatchObject({ kind: "image", body: "uma vez" });
    const paper = { message: { documentMessage: { mimetype: "application/pdf", fileName: "a.pdf", caption: "leia" } } };
    expect(readMessage({ documentWithCaptionMessage: paper })).toMatchObject({
      kind: "document",
      body: "leia",
      media: { name: "a.pdf" },
    });
  });

  test("a voice note has its duration and waveform", () => {
    const waveform = Uint8Array.from({ length: 64 }, (_, index) => index);
    const audioMessage = { mimetype: "audio/ogg; codecs=opus", seconds: 7, ptt: true, fileLength: 900, waveform };
    expect(readMessage({ audioMessage })).toMatchObject({
      kind: "audio",
      media: { name: "audio.ogg", seconds: 7, size: 900, waveform: [...waveform] },
    });
  });

  test("stickers, locations, contact cards and tapped replies have their kind and body", () => {
    expect(readMessage({ stickerMessage: { mimetype: "image/webp" } }).kind).toBe("sticker");
    expect(readMessage({ locationMessage: { degreesLatitude: -19.5, degreesLongitude: -43.5 } })).toMatchObject({
      kind: "locationMessage",
      body: "-19.5,-43.5",
    });
    const named = { degreesLatitude: -19.5, degreesLongitude: -43.5, name: "Loja", address: "Rua da Bahia, 1" };
    expect(readMessage({ locationMessage: named }).body).toBe("-19.5,-43.5\nLoja\nRua da Bahia, 1");
    const contacts = [{ vcard: "BEGIN:VCARD\nFN:A\nEND:VCARD" }, { vcard: "BEGIN:VCARD\nFN:B\nEND:VCARD" }];
    expect(readMessage({ contactsArrayMessage: { contacts } })).toMatchObject({
      kind: "vcard",
      body: contacts.map(({ vcard }) => vcard).join("\n"),
    });
    expect(readMessage({ listResponseMessage: { title: "Opção 2" } })).toMatchObject({ kind: "chat", body: "Opção 2" });
  });
});

describe("normalise: content that becomes text, and changes", () => {
  test.each<[string, proto.IMessage, string]>([
    [
      "a poll for one answer",
      {
        pollCreationMessageV3: {
          name: "Que dia?",
          options: [{ optionName: "Terça" }, { optionName: "Quinta" }],
          selectableOptionsCount: 1,
        },
      },
      "📊 *Que dia?*\n○ Terça\n○ Quinta",
    ],
    [
      "a poll for several answers",
      { pollCreationMessage: { name: "Cores?", options: [{ optionName: "Azul" }, { optionName: "Verde" }] } },
      "📊 *Cores?*\n☐ Azul\n☐ Verde",
    ],
    [
      "a list",
      { listMessage: { title: "Menu", description: "Escolha", sections: [{ rows: [{ title: "Boleto" }] }] } },
      "*Menu*\nEscolha\n○ Boleto",
    ],
    [
      "buttons",
      { buttonsMessage: { contentText: "Confirma?", buttons: [{ buttonText: { displayText: "Sim" } }] } },
      "Confirma?\n○ Sim",
    ],
    [
      "a template",
      {
        templateMessage: {
          hydratedTemplate: {
            hydratedContentText: "Seu pedido saiu",
            hydratedButtons: [{ quickReplyButton: { displayText: "Obrigado" } }],
          },
        },
      },
      "Seu pedido saiu\n○ Obrigado",
    ],
    [
      "an interactive message",
      { interactiveMessage: { header: { title: "Loja" }, body: { text: "Olá" } } },
      "*Loja*\nOlá",
    ],
    [
      "an event",
      { eventMessage: { name: "Inauguração", startTime: 1_763_700_000, location: { name: "Loja" } } },
      "📅 *Inauguração*\n21/11/2025 01:40\nLoja",
    ],
    ["a product", { productMessage: { product: { title: "Vaso", description: "Azul" } } }, "🛍️ *Vaso*\nAzul"],
    ["an order", { orderMessage: { orderTitle: "Pedido", message: "2 vasos" } }, "🛒 *Pedido*\n2 vasos"],
    ["a tapped button", { buttonsResponseMessage: { selectedDisplayText: "Sim" } }, "Sim"],
    ["a template's button", { templateButtonReplyMessage: { selectedDisplayText: "Quero" } }, "Quero"],
    ["a form's answer", { interactiveResponseMessage: { body: { text: "Terça" } } }, "Terça"],
    ["an invitation", { groupInviteMessage: { groupName: "Clientes", caption: "Entre" } }, "*Clientes*\nEntre"],
    ["a disappearing message", { ephemeralMessage: { message: { conversation: "segredo" } } }, "segredo"],
  ])('the content "%s" is converted to text', (_what, message, body) => {
    expect(readMessage(message)).toMatchObject({ kind: "chat", body });
  });

  test("a quoted message is found in lists and events too", () => {
    const contextInfo = { stanzaId: "Q1" };
    expect(readMessage({ listResponseMessage: { title: "Opção 2", contextInfo } }).quotedProviderId).toBe("Q1");
    expect(readMessage({ eventMessage: { name: "x", contextInfo } }).quotedProviderId).toBe("Q1");
  });

  test("a view-once picture is read as a picture", () => {
    const imageMessage = { mimetype: "image/jpeg", caption: "uma vez" };
    for (const message of [
      { viewOnceMessage: { message: { imageMessage } } },
      { viewOnceMessageV2: { message: { imageMessage } } },
    ])
      expect(readMessage(message)).toMatchObject({ kind: "image", body: "uma vez" });
  });

  test("album announcements and call stanzas are ignored", () => {
    expect(read({ albumMessage: { expectedImageCount: 2 } }).type).toBe("nothing");
    expect(read({ call: { callKey: new Uint8Array([1]) } }).type).toBe("nothing");
  });

  test("an unknown kind keeps its encoded message", () => {
    const { kind, raw } = readMessage({ invoiceMessage: { token: "1" } });
    expect(kind).toBe("unsupported");
    const { message } = raw as { message: string };
    expect(proto.Message.decode(Buffer.from(message, "base64")).invoiceMessage?.token).toBe("1");
  });

  test("edits, deletions, reactions and removed reactions are changes of a message", () => {
    const key = { id: "OLD", remoteJid: "x@lid" };
    const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
    const change = (message: proto.IMessage) => {
      const result = read(message);
      return result.type === "change" ? result.change : null;
    };
    const edit = { protocolMessage: { key, type: MESSAGE_EDIT, editedMessage: { conversation: "novo" } } };
    expect(change(edit)).toMatchObject({ type: "edit", targetProviderId: "OLD", body: "novo" });
    expect(change({ editedMessage: { message: edit } })).toMatchObject({ type: "edit", body: "novo" });
    expect(change({ protocolMessage: { key, type: REVOKE } })).toMatchObject({
      type: "delete",
      targetProviderId: "OLD",
    });
    expect(change({ reactionMessage: { key, text: "👍" } })).toMatchObject({ type: "reaction", emoji: "👍" });
    expect(change({ reactionMessage: { key } })).toMatchObject({ type: "reaction", emoji: "" });
  });
});

test.each(["x", "", "-1", "0", "99999999999999", "1e300"])(
  "normalise dates a stanza with the invalid time %j by its arrival",
  (t) => {
    const before = testTime();
    const { at } = readMessage({ conversation: "oi" }, { t });
    expect(at.getTime()).toBeGreaterThanOrEqual(before);
    expect(at.getTime()).toBeLessThanOrEqual(testTime());
  },
);

test("normalise removes characters that the database cannot store, and keeps the message", () => {
  const message = { extendedTextMessage: { text: "o\u0000i \ud800" } };
  const { body, sender } = readMessage(message, { notify: "A\u0000na" });
  expect([body.slice(0, 3), body.isWellFormed(), sender.name]).toEqual(["oi ", true, "Ana"]);
});
