import type { WASocket } from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import type { ChannelEvents } from "../../channel.ts";
import { listenToPictures } from "./fetch-picture.ts";
import { listenToNumberChanges } from "./number-changes.ts";
import { listenToPhonebook } from "./phonebook-events.ts";
import { lateMessage } from "./reading/late-messages.ts";
import { listenToCalls } from "./reading/raw-calls.ts";
import { listenToDeliveries } from "./reading/raw-deliveries.ts";
import type { DurableInbox } from "./store/durable-inbox.ts";
import { listenToTyping } from "./typing-events.ts";

/** The assumed length of a restriction without an end time; the next refusal renews it. */
const RESTRICTED_MS = 15 * 60_000;

type Listeners = { events: ChannelEvents; inbox: DurableInbox; logger: Logger };

/** Passes on everything that a socket receives, except changes of the connection itself. */
export function listenToSocket(sock: WASocket, { events, inbox, logger }: Listeners): void {
  listenToDeliveries(sock, async (delivery) => {
    const isRestriction = delivery.type === "refused" && delivery.code === "ERR_WAPP_REACHOUT_LIMIT";
    if (isRestriction) events.onRestricted({ until: new Date(Date.now() + RESTRICTED_MS), isGuess: true });
    await events.onDelivery(delivery);
  });
  listenToRestrictions(sock, events.onRestricted);
  listenToCalls(sock, events.onCall);
  listenToNumberChanges(sock, events.onNumberChange);
  listenToTyping(sock, events.onTyping);
  listenToPhonebook(sock, events.onPhonebook);
  listenToPictures(sock, events.onPictureChanged);
  listenToResentMessages(sock, inbox, logger);
}

/** Calls `onRequest` when the server demands a passkey to link the device, which only a phone has. */
export function listenToPasskeyRequests(sock: WASocket, onRequest: () => void): void {
  sock.ws.on("CB:notification,type:passkey_prologue_request", onRequest);
  sock.ws.on("CB:notification,,passkey_prologue_request", onRequest);
}

function listenToRestrictions(sock: WASocket, onRestricted: ChannelEvents["onRestricted"]): void {
  sock.ev.on("connection.update", ({ reachoutTimeLock }) => {
    if (!reachoutTimeLock) return;
    const { isActive, timeEnforcementEnds } = reachoutTimeLock;
    const guess = new Date(Date.now() + RESTRICTED_MS);
    onRestricted({
      until: isActive ? (timeEnforcementEnds ?? guess) : null,
      isGuess: Boolean(isActive && !timeEnforcementEnds),
    });
  });
}

/** Stores messages that the phone sent again; nearly all others were stored during decryption. */
function listenToResentMessages(sock: WASocket, inbox: DurableInbox, logger: Logger): void {
  sock.ev.on("messages.upsert", ({ messages }) => {
    for (const late of messages.flatMap((message) => lateMessage(message) ?? [])) {
      inbox
        .keepLate(late)
        .catch((error) =>
          logger.error({ event: "resent_message_write_failed", err: error }, "Resent message was not stored"),
        );
    }
  });
}
