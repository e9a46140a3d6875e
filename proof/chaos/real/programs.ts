import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Program, startProgram } from "../../../bin/processes/program.ts";
import { freePort, startEmbeddedPostgres } from "../../../db/index.ts";
import type { ApiFetch } from "../../../sync/client/desk-types.ts";
import type { SeededCompany } from "../desk.ts";
import type { Phones } from "../phones.ts";

const root = new URL("../../..", import.meta.url).pathname;

/** Starts one of our programs, which can be killed at any moment and restarts at the same address. */
export async function openProgram(name: string, file: string, env: Record<string, string>) {
  let program: Program = startProgram(name, join(root, file), env);
  await program.ready;
  let restarting: Promise<void> | null = null;
  return {
    name,
    get pid() {
      return program.child.pid;
    },
    kill(): void {
      program.child.kill("SIGKILL");
      restarting ??= again().finally(() => {
        restarting = null;
      });
    },
    /** Kills the program without a restart. */
    killForGood: () => void program.child.kill("SIGKILL"),
    /** Stops the program with a signal; returns its exit code. */
    async terminate(): Promise<number | null> {
      await program.stop();
      return program.child.exitCode;
    },
    /** Resolves when a restart in progress is finished. */
    settled: async () => void (await restarting),
    async stop() {
      await restarting;
      await program.stop();
    },
  };

  /** Restarts the program until it is ready: without its database it exits, as under any supervisor. */
  async function again(): Promise<void> {
    for (;;) {
      const next = startProgram(name, join(root, file), env);
      const isUp = await next.ready.then(
        () => true,
        () => false,
      );
      program = next;
      if (isUp) return;
      await pause(300);
    }
  }
}
export type OurProgram = Awaited<ReturnType<typeof openProgram>>;

/** A company whose agents and customers write during the run. */
export type WatchedDesk = SeededCompany & {
  phones: Phones;
  /** Signs an agent in. */
  signIn(): Promise<ApiFetch>;
};

/** The database of a run, which can be killed. */
export type RealCluster = {
  url: string;
  ownerUrl: string;
  /** Kills the database server with this company's rows, or the only one. It restarts. */
  kill(companyId?: string): void;
  /** Resolves when a restart in progress is finished. */
  settled(): Promise<void>;
  stop(): Promise<void>;
  /** Returns an id for a company on another server than the last one; without it, all are on one server. */
  newCompanyId?(): Promise<string>;
  /** Makes a company known whose work must go on while another server is away. */
  watch?(desk: WatchedDesk): void;
};

/** Starts a Postgres cluster that can be killed and restarts at the same port with everything that was committed. */
export async function openPostgres(folder: string): Promise<RealCluster> {
  const port = await freePort();
  let server = await startEmbeddedPostgres(folder, { port }); // without the fast mode, which can lose committed data on a kill
  let restarting: Promise<void> | null = null;

  async function again(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        server = await startEmbeddedPostgres(folder, { port });
        return;
      } catch (error) {
        if (tries > 40) throw error; // orphaned processes may still hold the shared memory
        await pause(250);
      }
    }
  }

  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    kill(): void {
      const file = join(folder, "postgres", "postmaster.pid");
      if (restarting || !existsSync(file)) return;
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
      restarting = again().finally(() => {
        restarting = null;
      });
    },
    settled: async () => void (await restarting),
    async stop() {
      await restarting;
      await server.stop();
    },
  };
}
