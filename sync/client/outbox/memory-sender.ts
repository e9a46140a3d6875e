import { type OutboxSender, type SenderDeps, startSender } from "./sender.ts";

/** Sends what is only in the memory of this tab while another tab leads: that one reads the disk. */
export function createMemorySender(deps: Omit<SenderDeps, "onLink">) {
  let sender: OutboxSender | null = null;
  let ending: Promise<void> = Promise.resolve();

  function stop(): Promise<void> {
    const ended = sender;
    sender = null;
    if (ended) ending = end(ended);
    return ending;
  }

  /** A command whose answer did not arrive any more is sent by the leading tab. */
  async function end(ended: OutboxSender): Promise<void> {
    await ended.stop();
    await deps.store.recover();
  }

  return {
    run(isNeeded: boolean): void {
      if (isNeeded) sender ??= startSender({ ...deps, onLink() {} });
      else stop().catch(console.error);
    },
    nudge: () => sender?.nudge(),
    stop,
  };
}
