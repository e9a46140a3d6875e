import "fake-indexeddb/auto";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { filter, firstValueFrom, type Observable, timeout } from "rxjs";
import { onTestFinished } from "vitest";
import type { SessionUser } from "../../../contracts/account/session.ts";
import { type Clock, systemClock } from "../clock.ts";
import { openDesk } from "../desk.ts";
import type { DeskOptions, DeskStorage, DeviceDesk } from "../desk-types.ts";
import { createFakeServer, type FakeServer } from "./fake-server.ts";
import { givenUser } from "./given.ts";

const startedAt = Date.now();
/**
 * A clock on which a second takes ten milliseconds, so that tests do not wait for back-offs. A desk with it asks for
 * everything again each 600 ms: a test that counts requests takes the system's clock.
 */
export const hastyClock: Clock = {
  ...systemClock,
  now: () => startedAt + (Date.now() - startedAt) * 100,
  after: (delayMs, callback) => systemClock.after(delayMs / 100, callback),
};

export type DeskDevice = { user: SessionUser; server: FakeServer; storage: DeskStorage };

export function givenDevice(user: SessionUser = givenUser(), server: FakeServer = createFakeServer()): DeskDevice {
  return { user, server, storage: getRxStorageMemory() as unknown as DeskStorage };
}

/** A key as the server gives it: 32 bytes, base64. */
export const givenUnsentKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

/** Closed at the end of the test at the latest: RxDB allows only two open instances. */
export async function openTestDesk(device: DeskDevice, change: Partial<DeskOptions> = {}): Promise<DeviceDesk> {
  const { user, server, storage } = device;
  const { apiFetch, openStream } = server;
  const given = { user, apiFetch, openStream, storage, clock: hastyClock, pageLimit: 3, locks: null };
  const desk = await openDesk({ ...given, ...change });
  onTestFinished(() => desk.close());
  return desk;
}

/** Simulates a device that always stops before it stores its checkpoint. */
export function withoutCheckpoints(storage: DeskStorage): DeskStorage {
  return {
    ...storage,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = async (rows, context) =>
        context === "replication-set-checkpoint" ? { error: [] } : write(rows, context);
      return instance;
    },
  };
}

/** After `arm`, one lookup among the stored tickets fails, as with a failing disk. */
export function failingOnce(storage: DeskStorage): { storage: DeskStorage; arm(): void; hasFailed(): boolean } {
  let state: "quiet" | "armed" | "failed" = "quiet";
  return {
    arm: () => {
      state = "armed";
    },
    hasFailed: () => state === "failed",
    storage: {
      ...storage,
      async createStorageInstance(params) {
        const instance = await storage.createStorageInstance(params);
        const look = instance.findDocumentsById.bind(instance);
        instance.findDocumentsById = async (ids, withDeleted) => {
          if (state === "armed" && params.collectionName === "tickets") {
            state = "failed";
            throw new DOMException("the disk", "UnknownError");
          }
          return look(ids, withDeleted);
        };
        return instance;
      },
    },
  };
}

/** Resolves with the first value that matches. */
export function until<T>(values$: Observable<T>, fits: (value: T) => boolean, withinMs = 25_000): Promise<T> {
  return firstValueFrom(values$.pipe(filter(fits), timeout(withinMs)));
}

export async function synced(desk: DeviceDesk): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      const { state, firstSyncDone } = desk.status.get();
      if (state !== "synced" || !firstSyncDone) return;
      stop();
      resolve();
    };
    const stop = desk.status.subscribe(look);
    look();
  });
}
