import { onTestFinished } from "vitest";

/** Sets the device's time zone until the end of the test. */
export function setDeviceZone(timeZone: string): void {
  const before = Intl.DateTimeFormat().resolvedOptions().timeZone;
  process.env.TZ = timeZone;
  onTestFinished(() => {
    process.env.TZ = before;
  });
}
