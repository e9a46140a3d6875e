/**
 * Moves the clock of this process: `Date` runs `TEST_CLOCK_MS` milliseconds ahead of the machine's, or behind it. It is
 * loaded first in each process of a test run, also in the programs that tests start. Timers and `performance` keep theirs.
 * JavaScript, because a program may run on a Node that does not read TypeScript.
 */
const ahead = Number(process.env.TEST_CLOCK_MS ?? 0);

if (ahead !== 0) {
  const MachineDate = Date;
  const machineNow = Date.now;
  const now = () => machineNow() + ahead;
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
}
