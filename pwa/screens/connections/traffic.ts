import { Clock, ShieldCheck, WifiOff } from "lucide-react";
import * as v from "valibot";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { channelNames } from "../../i18n/channel-names.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { Tone } from "../../ui/fields/chips.tsx";
import { outageLength } from "./outage-times.ts";

const TrafficWire = v.object({
  connections: v.array(
    v.object({
      id: v.string(),
      storedToday: v.number(),
      waitingIn: v.number(),
      waitingOut: v.number(),
      downSince: v.nullable(v.string()),
    }),
  ),
});
export type Traffic = v.InferOutput<typeof TrafficWire>["connections"][number];

export const trafficFromWire = (answer: unknown): Map<string, Traffic> =>
  new Map(v.parse(TrafficWire, answer).connections.map((one) => [one.id, one]));

/** The content of a connection's card. */
export type TrafficText = { tone: Tone; icon: typeof Clock; title: string; text: string };

type Told = Pick<ConnectionRef, "channel" | "status">;

/**
 * Returns whether everything received today is stored, or since when nothing is received; null for a connection that
 * was never up.
 */
export function trafficText({ channel, status }: Told, traffic: Traffic, now = serverNow()): TrafficText | null {
  const { storedToday, waitingIn, downSince } = traffic;
  if (status === "CONNECTED") {
    const counts = { received: storedToday + waitingIn, stored: storedToday };
    return {
      tone: waitingIn > 0 ? "info" : "success",
      icon: ShieldCheck,
      title: waitingIn > 0 ? m.connections_traffic_storing() : m.connections_traffic_nothing_lost(),
      text: counts.received > 0 ? m.connections_traffic_counts(counts) : m.connections_traffic_none(),
    };
  }
  if (downSince === null) return null;
  const time = outageLength(downSince, null, now);
  if (status === "DISCONNECTED" || status === "qrcode")
    return {
      tone: "danger",
      icon: WifiOff,
      title: m.connections_traffic_down({ time }),
      text: m.connections_traffic_down_text(),
    };
  const gap = { since: moment(downSince), channel: channelNames[channel] };
  return {
    tone: "warn",
    icon: Clock,
    title: m.connections_traffic_gap({ time }),
    text: m.connections_traffic_gap_text(gap),
  };
}
