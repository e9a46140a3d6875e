import { type ChildProcess, fork } from "node:child_process";
import type { StreamEvent } from "../../../contracts/sync.ts";
import type { CallName, DeviceCalls, FromDevice, ToDevice } from "./device-messages.ts";

export type Answer = { status: number; body: string };
/** Status 0: lost on the way. */
export type Network = (request: { path: string; method: string; body: string | null }) => Promise<Answer>;
export type Device = Awaited<ReturnType<typeof startDevice>>;

const nothing: Network = async () => ({ status: 0, body: "" });

/** Starts a device's process; its requests go to the network it is connected to. */
export async function startDevice(storage: "memory" | "dexie") {
  const program = new URL("./device-process.ts", import.meta.url);
  const process: ChildProcess = fork(program, [storage], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const calling = new Map<number, (word: Extract<FromDevice, { kind: "answer" }>) => void>();
  let calls = 0;
  let network = nothing;
  let ready = () => {};
  const started = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const tell = (word: ToDevice) => process.connected && process.send(word);

  process.on("message", (word: FromDevice) => {
    if (word.kind === "ready") ready();
    else if (word.kind === "answer") calling.get(word.n)?.(word);
    else network(word).then((answer) => tell({ kind: "answered", n: word.n, ...answer }));
  });
  await started;

  return {
    call<Name extends CallName>(name: Name, asked: DeviceCalls[Name]["asked"]) {
      return new Promise<DeviceCalls[Name]["answer"]>((resolve, reject) => {
        calls += 1;
        const n = calls;
        calling.set(n, ({ answer, error }) => {
          calling.delete(n);
          if (error) reject(new Error(`${name}: ${error}`));
          else resolve(answer as DeviceCalls[Name]["answer"]);
        });
        tell({ kind: "call", n, name, asked });
      });
    },
    connect(next: Network) {
      network = next;
    },
    disconnect() {
      network = nothing;
    },
    event: (event: StreamEvent) => tell({ kind: "event", event }),
    line: (up: boolean) => tell({ kind: "line", up }),
    stop: () => process.kill(),
  };
}
