const options = process.env.TEST_SESSION_OPTIONS;

/** Whether the tests run on a Citus cluster (`npm run test:citus`). */
export const isOnNodes = Boolean(options);

/** Returns the application's address with TEST_SESSION_OPTIONS, the options of its sessions in these tests. */
export function withSessionOptions(url: string): string {
  if (!options) return url;
  const address = new URL(url);
  address.searchParams.set("options", options);
  return address.href;
}
