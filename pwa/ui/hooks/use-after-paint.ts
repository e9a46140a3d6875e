import { startTransition, useEffect, useState } from "react";

/** A page in the background draws no frames. */
const MAX_FRAME_MS = 100;

/** Returns false until the first frame with this component was painted: for parts that may be mounted after it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer = setTimeout(show, MAX_FRAME_MS);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(show);
    });
    function show() {
      startTransition(() => setPainted(true));
    }
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return isPainted;
}
