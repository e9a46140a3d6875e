import * as v from "valibot";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "../../session/api-error.ts";
import { apiFetch } from "../../session/api-fetch.ts";
import type { ConnectionForm } from "./connection-form.ts";
import { formFromWire, wireOf } from "./connection-wire.ts";

const json = (body: unknown): RequestInit => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** What the connections screen asks of the server. Connections are changed online only. */
export const connectionCalls = {
  restart: () => apiFetch("/whatsapp-restart/", { method: "POST" }),
  connect: (id: string) => apiFetch(`/whatsappsession/${id}`, { method: "POST" }),
  newQr: (id: string) => apiFetch(`/whatsappsession/${id}`, { method: "PUT" }),
  disconnect: (id: string) => apiFetch(`/whatsappsession/${id}`, { method: "DELETE" }),
  remove: (id: string) => apiFetch(`/whatsapp/${id}`, { method: "DELETE" }),
  create: (form: ConnectionForm) => apiFetch("/whatsapp", { method: "POST", ...json(wireOf(form)) }),
  change: (id: string, form: ConnectionForm) => apiFetch(`/whatsapp/${id}`, { method: "PUT", ...json(wireOf(form)) }),
  async read(id: string, signal?: AbortSignal): Promise<ConnectionForm> {
    const response = await apiFetch(`/whatsapp/${id}?session=0`, { signal });
    return formFromWire(await response.json());
  },
  /** The text behind the QR code; empty when there is none. */
  async qrCode(id: string, signal?: AbortSignal): Promise<string> {
    const response = await apiFetch(`/whatsapp/${id}`, { signal });
    return v.parse(v.object({ qrcode: v.string() }), await response.json()).qrcode;
  },
};

/** Why a call did not work, in a sentence; throws what is no refusal. */
export function failureWords(error: unknown): string {
  if (error instanceof ApiError) return m.connections_failed({ reason: errorMessage(error.code) });
  if (error instanceof NetworkError) return m.connections_unreachable();
  throw error;
}
