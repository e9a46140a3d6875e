import * as v from "valibot";
import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import type { ConnectionForm } from "./connection-form.ts";
import { formFromWire, wireOf } from "./connection-wire.ts";

/** What the connections screen asks of the server. Connections are changed online only. */
export const connectionCalls = {
  restart: () => apiSend("POST", "/whatsapp-restart/"),
  connect: (id: string) => apiSend("POST", `/whatsappsession/${id}`),
  newQr: (id: string) => apiSend("PUT", `/whatsappsession/${id}`),
  disconnect: (id: string) => apiSend("DELETE", `/whatsappsession/${id}`),
  remove: (id: string) => apiSend("DELETE", `/whatsapp/${id}`),
  create: (form: ConnectionForm) => apiSend("POST", "/whatsapp", wireOf(form)),
  change: (id: string, form: ConnectionForm) => apiSend("PUT", `/whatsapp/${id}`, wireOf(form)),
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
