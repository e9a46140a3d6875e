import { Check, CircleDashed, Clock, QrCode, RefreshCw, WifiOff } from "lucide-react";
import type { ConnectionStatus } from "../../../sync/contracts/connections.ts";
import type { ConnectionRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { Tone } from "../../ui/chips.tsx";

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

/** True for a connection that is down and has never been up: nothing broke, it only has to be connected once. */
export const isNeverConnected = ({ status, firstConnectedAt }: Pick<ConnectionRef, "status" | "firstConnectedAt">) =>
  firstConnectedAt === null && (status === "DISCONNECTED" || status === "qrcode");

export const statusLookOf = (connection: Pick<ConnectionRef, "status" | "firstConnectedAt">): StatusLook =>
  isNeverConnected(connection) && connection.status === "DISCONNECTED" ? neverLook : statusLooks[connection.status];

export type SessionAction = "qr" | "try" | "newQr" | "disconnect" | "connecting" | "relink";

/** What the session column offers in each state, as the specification lists it. */
export const sessionActions: Record<ConnectionStatus, SessionAction[]> = {
  qrcode: ["qr"],
  DISCONNECTED: ["try", "newQr"],
  CONNECTED: ["disconnect"],
  PAIRING: ["disconnect"],
  TIMEOUT: ["disconnect"],
  OPENING: ["connecting"],
};

type Linkable = Pick<ConnectionRef, "channel" | "status">;

/** A page has no phone: what is down is linked by its owner's login again. */
export function actionsOf({ channel, status }: Linkable): SessionAction[] {
  const isDown = status === "DISCONNECTED" || status === "qrcode";
  return channel !== "whatsapp" && isDown ? ["relink"] : sessionActions[status];
}

type Needing = Linkable & Pick<ConnectionRef, "name" | "firstConnectedAt">;

/** The sentences for a number that waits for a person, with what waits to leave by it; null when it does not wait. */
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
