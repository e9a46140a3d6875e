import { useRef, useState } from "react";
import type { ExternalAnswer } from "../../../contracts/desk/external-sending.ts";
import { type Receiver, sendTest, type TestContent, whyNot } from "./send-test.ts";

type Result = { sent: ExternalAnswer } | { failure: string };
type Attempt = Receiver & TestContent & { key: string };

/** Sends a test idempotently: a retry after a lost response is the same message, until its content changes. */
export function useTestSend() {
  const failed = useRef<Attempt | null>(null);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);

  async function send(receiver: Receiver, content: TestContent): Promise<boolean> {
    const wanted = { ...receiver, ...content };
    const key = failed.current && isSame(failed.current, wanted) ? failed.current.key : crypto.randomUUID();
    failed.current = { ...wanted, key };
    setBusy(true);
    setResult(null);
    try {
      setResult({ sent: await sendTest(receiver, content, key) });
      failed.current = null;
      return true;
    } catch (error) {
      setResult({ failure: whyNot(error) });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, result, send };
}

const isSame = (one: Receiver & TestContent, other: Receiver & TestContent): boolean =>
  one.token === other.token && one.number === other.number && one.body === other.body && one.file === other.file;
