import { useState } from "react";
import type { ExternalAnswer } from "../../../sync/contracts/external-sending.ts";
import { type Receiver, sendTest, type TestContent, whyNot } from "./send-test.ts";

type Result = { sent: ExternalAnswer } | { failure: string };

/** Sends once: tried again after an answer that was lost it is the same message, until something in it is changed. */
export function useTestSend() {
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);

  async function send(receiver: Receiver, content: TestContent): Promise<boolean> {
    setBusy(true);
    setResult(null);
    try {
      setResult({ sent: await sendTest(receiver, content, key) });
      setKey(newKey());
      return true;
    } catch (error) {
      setResult({ failure: whyNot(error) });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, result, send, begin: () => setKey(newKey()) };
}

const newKey = () => crypto.randomUUID();
