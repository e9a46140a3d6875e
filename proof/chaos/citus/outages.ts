import { setTimeout as pause } from "node:timers/promises";
import type { CitusCluster } from "../../../db/citus/kit.ts";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";
import type { WatchedDesk } from "../real/programs.ts";

/** The least time that a worker is away: longer than the time in which an idle connection notices it. */
const MIN_MS = 2_000;
/**
 * The worker returns when the conversations of the others have ended, so one that waits for it takes this long. A busy
 * machine is slow, and programs restart meanwhile.
 */
const MAX_MS = 180_000;

/**
 * Kills the worker of one company at a time. While it is away, one conversation of each company on another worker goes
 * from the customer's first message to the answer on the phone; a conversation that does not is a problem.
 */
export function openOutages(cluster: CitusCluster) {
  const desks: WatchedDesk[] = [];
  const problems: string[] = [];
  let last: Promise<void> = Promise.resolve();
  const counts = { outages: 0, conversations: 0, slowestMs: 0 };

  async function outage(companyId: string): Promise<void> {
    const worker = await cluster.workerOf(companyId);
    const others: WatchedDesk[] = [];
    for (const desk of desks) if ((await cluster.workerOf(desk.companyId)) !== worker) others.push(desk);
    cluster.killWorker(worker);
    counts.outages += 1;
    const signal = AbortSignal.timeout(MAX_MS);
    try {
      const conversations = others.map(async (desk) => {
        const began = performance.now();
        await converse(desk, signal);
        counts.conversations += 1;
        counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - began));
      });
      const results = await Promise.allSettled([...conversations, pause(MIN_MS)]);
      for (const result of results)
        if (result.status === "rejected")
          problems.push(`while the worker of ${companyId} was away, another company waited: ${result.reason}`);
    } finally {
      await cluster.startWorker(worker);
    }
  }

  return {
    counts,
    problems,
    add: (desk: WatchedDesk) => void desks.push(desk),
    /** Begins an outage after those that have begun. */
    begin(companyId: string): void {
      last = last.then(() => outage(companyId)).catch((error) => void problems.push(`an outage: ${error}`));
    },
    ended: () => last,
  };
}

/**
 * A customer writes, the message becomes a ticket, an agent who signs in meanwhile answers, and the phone has the
 * answer. Processes that restart meanwhile refuse a call, so each step is tried again.
 */
async function converse({ phones, signIn }: WatchedDesk, signal: AbortSignal): Promise<void> {
  const number = givenPhoneNumber();
  const answer = `resposta ${number}`;
  await until("the customer's message", signal, () => phones.write(number, { body: `durante a queda ${number}` }));
  const call = await until("the sign-in", signal, signIn);
  const ticketId = await until("the ticket", signal, async () => {
    const response = await call(`/tickets?searchParam=${number}&showAll=true`);
    const { tickets } = (await response.json()) as { tickets: { id: string }[] };
    return tickets[0]?.id;
  });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ body: answer });
  await until("the agent's answer", signal, () => call(`/messages/${ticketId}`, { method: "POST", headers, body }));
  await until("the answer on the phone", signal, async () =>
    (await phones.messages(number)).find((one) => !one.fromMe && one.body.includes(answer)),
  );
}

/** Tries until there is a result; throws after MAX_MS with the last error. */
async function until<T>(name: string, signal: AbortSignal, attempt: () => Promise<T | undefined>): Promise<T> {
  let problem = "";
  for (;;) {
    try {
      const found = await attempt();
      if (found !== undefined) return found;
    } catch (error) {
      problem = `: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (signal.aborted) throw new Error(`${name} is missing after ${MAX_MS} ms${problem}`);
    await pause(100);
  }
}
