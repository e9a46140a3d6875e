import * as v from "valibot";
import { apiFetch, apiSend } from "../../../session/api-fetch.ts";
import { formFromWire, wireOf } from "../connection-wire.ts";
import type { ConnectionForm } from "./connection-form.ts";

const LinkCodes = v.object({ qrcode: v.string(), pairingCode: v.optional(v.string(), "") });
export type LinkCodes = v.InferOutput<typeof LinkCodes>;

const MadeToken = v.object({ token: v.string() });
const Linked = v.object({ connections: v.array(v.object({ name: v.string() })), elsewhere: v.array(v.string()) });

/** The requests of the connections screen. Connections are changed online only. */
export const connectionCalls = {
  restart: () => apiSend("POST", "/whatsapp-restart/"),
  connect: (id: string) => apiSend("POST", `/whatsappsession/${id}`),
  newQr: (id: string) => apiSend("PUT", `/whatsappsession/${id}`),
  disconnect: (id: string) => apiSend("DELETE", `/whatsappsession/${id}`),
  remove: (id: string) => apiSend("DELETE", `/whatsapp/${id}`),
  create: (form: ConnectionForm) => apiSend("POST", "/whatsapp", wireOf(form)),
  change: (id: string, form: ConnectionForm) => apiSend("PUT", `/whatsapp/${id}`, wireOf(form)),
  /** Creates a new token, which no later response contains; the previous one becomes invalid. */
  async makeToken(id: string): Promise<string> {
    const response = await apiSend("POST", `/whatsapp/${id}/token`);
    return v.parse(MadeToken, await response.json()).token;
  },
  revokeToken: (id: string) => apiSend("DELETE", `/whatsapp/${id}/token`),
  async read(id: string, signal?: AbortSignal): Promise<ConnectionForm> {
    const response = await apiFetch(`/whatsapp/${id}?session=0`, { signal });
    return formFromWire(await response.json());
  },
  /** Links the pages for which the finished login returned this code. */
  async linkPages(code: string, state: string): Promise<{ names: string[]; elsewhere: string[] }> {
    const response = await apiSend("POST", "/facebook", { code, state });
    const { connections, elsewhere } = v.parse(Linked, await response.json());
    return { names: connections.map(({ name }) => name), elsewhere };
  },
  pairingCode: (id: string, number: string) => apiSend("POST", `/whatsappsession/${id}/pairing-code`, { number }),
  /** Returns the present text of the QR code, or the code to type on the phone; both empty when there is none. */
  async linkCodes(id: string, signal?: AbortSignal): Promise<LinkCodes> {
    const response = await apiFetch(`/whatsapp/${id}`, { signal });
    return v.parse(LinkCodes, await response.json());
  },
};
