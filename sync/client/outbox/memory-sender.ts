import { type SenderDeps, startSender } from "./sender.ts";

/** Sends what is only in the memory of this tab while another tab leads: that one reads the disk. */
export function createMemorySender(deps: Omit<SenderDeps, "onLink">) {
  let sender: ReturnType<typeof startSender> | null = null;

  async function stop(): Promise<void> {
    const stopping = sender;
    sender = null;
    await stopping?.stop();
    // A command whose answer did not arrive any more is sent by the leading tab.
    if (stopping) await deps.store.recover();
  }

  return {
    run(isNeeded: boolean): void {
      if (isNeeded) sender ??= startSender({ ...deps, onLink() {} });
      else void stop();
    },
    nudge: () => sender?.nudge(),
    stop,
  };
}
