import { useEffect } from "react";
import { useDesk } from "../session/desk.tsx";
import { setMenuSignals } from "./menu/menu-signals.ts";

const CONNECTION_SETTLES_MS = 2000;

/** Marks the menu while a connection is down, unless it is only for a moment. */
export function useWatchConnections(): void {
  const desk = useDesk();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connections = desk.refs$("connection").subscribe((list) => {
      clearTimeout(timer);
      const connectionDown = list.some((connection) => connection.status !== "CONNECTED");
      timer = setTimeout(() => setMenuSignals({ connectionDown }), CONNECTION_SETTLES_MS);
    });
    return () => {
      clearTimeout(timer);
      connections.unsubscribe();
      setMenuSignals({ connectionDown: false });
    };
  }, [desk]);
}
