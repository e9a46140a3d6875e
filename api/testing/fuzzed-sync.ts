import fc from "fast-check";
import type * as v from "valibot";
import { collections } from "../../contracts/sync.ts";
import { mutate, mutation } from "../../db/testing/nasty.ts";
import type { Call } from "./fuzzed-calls.ts";
import { validInput } from "./valid-input.ts";

const broken = fc.array(mutation(), { maxLength: 3 });

/** Generates a pull from a checkpoint of a device, or from an impossible one. */
export function fuzzedPull(checkpoints: readonly unknown[], ids: readonly string[]): fc.Arbitrary<Call> {
  return fc
    .record({
      collection: fc.constantFrom(...collections, "outbox", "__proto__"),
      checkpoint: fc.option(fc.constantFrom(...checkpoints)),
      phase: fc.constantFrom("boot", "live"),
      rev: fc.oneof(fc.constantFrom(-1, 0, 1.5, 2 ** 53, 2 ** 63, 1e300), fc.nat(2_000)),
      before: fc.option(
        fc.tuple(fc.constantFrom("2026-07-01 10:00:00+00", "now", "infinity", ""), fc.constantFrom(...ids)),
      ),
      limit: fc.constantFrom("1", "200", "1000", "0", "1e3", "0x10", ""),
      threads: fc.option(fc.subarray([...ids, "x"])),
      mutations: broken,
    })
    .map(({ collection, checkpoint, phase, rev, before, limit, threads, mutations }) => {
      const stood = checkpoint && { ...checkpoint, phase, ...(rev < 1_000 ? {} : { rev }), ...(before && { before }) };
      const query = new URLSearchParams({ limit });
      if (stood) query.set("checkpoint", JSON.stringify(mutate(stood, mutations)) ?? "");
      if (threads) query.set("ids", threads.join(","));
      return { method: "GET", path: `/sync/${collection}?${query}`, headers: {}, body: null };
    });
}

type Known = { type: string; payload: v.GenericSchema };

/** Generates a device's batch of commands with errors in it. */
export function fuzzedCommands(known: readonly Known[], ids: readonly string[]): fc.Arbitrary<Call> {
  const command = fc.oneof(
    ...known.map(({ type, payload }) =>
      fc.record({
        id: fc.oneof(fc.constantFrom(...ids), fc.uuid()),
        type: fc.constant(type),
        payload: validInput(payload, ids),
        createdAt: fc.constant("2026-07-01T10:00:00.000Z"),
      }),
    ),
  );
  return fc
    .record({ commands: fc.array(command, { minLength: 1, maxLength: 3 }), mutations: broken })
    .map(({ commands, mutations }) => ({
      method: "POST",
      path: "/sync/commands",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(mutate({ commands }, mutations)) ?? "",
    }));
}
