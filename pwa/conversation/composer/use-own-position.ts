import { useState } from "react";
import type { Coordinates } from "./pasted-place.ts";

const WAIT_MS = 15_000;
export type PositionProblem = "denied" | "missing";

/** Reads this device's position. The browser asks for permission only when the position is requested. */
export function useOwnPosition(onFound: (place: Coordinates) => void) {
  const [state, setState] = useState<"idle" | "asking" | PositionProblem>("idle");
  function ask() {
    if (!("geolocation" in navigator)) return setState("missing");
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState("idle");
        onFound({ latitude, longitude });
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? "denied" : "missing"),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 60_000 },
    );
  }
  return { state, ask };
}
