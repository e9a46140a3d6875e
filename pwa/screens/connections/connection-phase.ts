import {
  type ConnectionReason,
  type ConnectionStatus,
  connectionReasons,
  isRestricted,
} from "../../../contracts/desk/connections.ts";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { isNeverConnected, type SessionAction } from "./parts/connection-status.ts";

/** The connection's state, what the user can do about it, and the button for it; `action` null: no button helps. */
export type ConnectionPhase = { happened: string; todo: string; action: SessionAction | null };

type Told = { happened: () => string; todo: () => string; action: SessionAction | null };

/** Advice for each reason of a disconnection. A new reason does not compile until it is added here. */
const stops: Record<ConnectionReason, Omit<Told, "happened"> & Partial<Told>> = {
  ERR_WAPP_LOGGED_OUT: { todo: m.connections_todo_link, action: "newQr" },
  ERR_WAPP_MISMATCH: { todo: m.connections_todo_mismatch, action: "newQr" },
  ERR_WAPP_REPLACED: { todo: m.connections_todo_replaced, action: "try" },
  ERR_WAPP_BANNED: { todo: m.connections_todo_banned, action: null },
  ERR_WAPP_OUTDATED: { todo: m.connections_todo_outdated, action: "try" },
  ERR_WAPP_PASSKEY: { todo: m.connections_todo_passkey, action: "newQr" },
  ERR_WAPP_QR_EXPIRED: { todo: m.connections_todo_qr_expired, action: "newQr" },
  ERR_META_TOKEN_EXPIRED: { todo: m.connections_todo_relink, action: "relink" },
  ERR_META_NO_PERMISSION: { todo: m.connections_todo_relink_all, action: "relink" },
  ERR_META_LINK_AGAIN: { todo: m.connections_todo_relink, action: "relink" },
  ERR_META_UNREACHABLE: { todo: m.connections_todo_wait, action: null },
  ERR_SUBSCRIPTION_EXPIRED: { happened: m.connections_life_suspended, todo: m.connections_todo_pay, action: null },
  ERR_COMPANY_INACTIVE: { happened: m.connections_life_inactive, todo: m.connections_todo_active, action: null },
};

/** Description and advice for each status, used without a reason. */
const states: Record<ConnectionStatus, Told> = {
  CONNECTED: { happened: m.connections_life_connected, todo: m.connections_todo_nothing, action: null },
  qrcode: { happened: m.connections_life_qrcode, todo: m.connections_todo_scan, action: "qr" },
  PAIRING: { happened: m.connections_life_pairing, todo: m.connections_todo_phone_near, action: null },
  OPENING: { happened: m.connections_life_opening, todo: m.connections_todo_moment, action: null },
  TIMEOUT: { happened: m.connections_life_timeout, todo: m.connections_todo_wait, action: null },
  DISCONNECTED: { happened: m.connections_life_disconnected, todo: m.connections_todo_link, action: "newQr" },
};

type Living = Pick<ConnectionRef, "status" | "reason" | "firstContactsAfter" | "firstConnectedAt">;

export function lifeOf(connection: Living, now = serverDate()): ConnectionPhase {
  const { status, reason, firstContactsAfter } = connection;
  if (reason && status !== "CONNECTED" && isReason(reason)) {
    const { happened = () => errorMessage(reason), todo, action } = stops[reason];
    return { happened: happened(), todo: todo(), action };
  }
  if (status === "CONNECTED" && isRestricted({ firstContactsAfter }, now)) {
    const until = moment(firstContactsAfter ?? "");
    return { happened: m.connections_life_restricted({ until }), todo: m.connections_todo_restricted(), action: null };
  }
  if (status === "DISCONNECTED" && isNeverConnected(connection))
    return { happened: m.connections_life_never(), todo: m.connections_todo_first_link(), action: "newQr" };
  const { happened, todo, action } = states[status];
  return { happened: happened(), todo: todo(), action };
}

const isReason = (code: string): code is ConnectionReason => (connectionReasons as readonly string[]).includes(code);
