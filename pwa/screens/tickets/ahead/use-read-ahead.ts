import { useCallback, useEffect, useMemo } from "react";
import { useDesk } from "../../../session/desk.tsx";
import { readAheadOf } from "./read-ahead.ts";

/** Reads the conversation of a row ahead while the row is drawn. Returns the function that reads it at once. */
export function useReadAhead(ticketId: string): () => void {
  const ahead = readAheadOf(useDesk());
  useEffect(() => ahead.whileInSight(ticketId), [ahead, ticketId]);
  return useCallback(() => ahead.now(ticketId), [ahead, ticketId]);
}

/** Returns what was read ahead of a conversation when it was opened. */
export function useOpenedAhead(ticketId: string): ReturnType<ReturnType<typeof readAheadOf>["get"]> {
  const desk = useDesk();
  return useMemo(() => readAheadOf(desk).get(ticketId), [desk, ticketId]);
}
