import { Check, CircleDashed, Clock, QrCode, RefreshCw, WifiOff } from "lucide-react";
import type { ConnectionStatus } from "../../../../contracts/desk/connections.ts";
import type { ConnectionRef } from "../../../../contracts/desk/refs.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { Tone } from "../../../ui/fields/chips.tsx";

type StatusLook = { tone: Tone; icon: typeof Check; words: () => string };

export const statusLooks: Record<ConnectionStatus, StatusLook> = {
  CONNECTED: { tone: "success", icon: Check, words: m.connections_status_connected },
  qrcode: { tone: "warn", icon: QrCode, words: m.connections_status_qrcode },
  PAIRING: { tone: "info", icon: RefreshCw, words: m.connections_status_pairing },
  DISCONNECTED: { tone: "danger", icon: WifiOff, words: m.connections_status_disconnected },
  TIMEOUT: { tone: "warn", icon: Clock, words: m.connections_status_timeout },
  OPENING: { tone: "info", icon: RefreshCw, words: m.connections_status_opening },
};

const neverLook: StatusLook = { tone: "neutral", icon: CircleDashed, words: m.connections_status_never };

/**
 * Returns true for a connection that is down and was never connected: nothing failed, it must be connected for the
 * first time.
 */
export const isNeverConnected = ({ status, firstConnectedAt }: Pick<ConnectionRef, "status" | "firstConnectedAt">) =>
  firstConnectedAt === null && (status === "DISCONNECTED" || status === "qrcode");

export const statusLookOf = (connection: Pick<ConnectionRef, "status" | "firstConnectedAt">): StatusLook =>
  isNeverConnected(connection) && connection.status === "DISCONNECTED" ? neverLook : statusLooks[connection.status];

export type SessionAction = "qr" | "try" | "newQr" | "disconnect" | "connecting" | "relink";

/** The actions of the session column for each status, as the specification lists them. */
export const sessionActions: Record<ConnectionStatus, SessionAction[]> = {
  qrcode: ["qr"],
  DISCONNECTED: ["try", "newQr"],
  CONNECTED: ["disconnect"],
  PAIRING: ["disconnect"],
  TIMEOUT: ["disconnect"],
  OPENING: ["connecting"],
};

type Linkable = Pick<ConnectionRef, "channel" | "status">;

/** Returns the possible actions. A page has no phone: while it is down, its owner signs in again. */
export function actionsOf({ channel, status }: Linkable): SessionAction[] {
  const isDown = status === "DISCONNECTED" || status === "qrcode";
  return channel !== "whatsapp" && isDown ? ["relink"] : sessionActions[status];
}

type Needing = Linkable & Pick<ConnectionRef, "name" | "firstConnectedAt">;

/**
 * Returns the sentence for a connection that needs the user, with the number of messages that wait to be sent; null
 * when it needs nothing.
 */
export function needOf(connection: Needing, waitingOut = 0): string | null {
  const need = sentenceOf(connection);
  return need && waitingOut > 0 ? `${need} ${m.connections_need_waiting({ count: waitingOut })}` : need;
}

function sentenceOf(connection: Needing): string | null {
  const { name } = connection;
  if (actionsOf(connection).includes("relink")) return m.connections_need_relink({ name });
  if (isNeverConnected(connection)) return m.connections_need_never({ name });
  if (connection.status === "qrcode") return m.connections_need_qr({ name });
  if (connection.status === "DISCONNECTED") return m.connections_need_down({ name });
  return connection.status === "TIMEOUT" ? m.connections_need_timeout({ name }) : null;
}
