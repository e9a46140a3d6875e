/** The push services of browsers. The browser supplies the address: it must not lead into our own network. */
const services = [
  "fcm.googleapis.com",
  "android.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
];

/** `allowed`: further origins ("http://127.0.0.1:9000") and hosts of a company's own service. */
export function isPushEndpoint(endpoint: string, allowed: readonly string[] = []): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (allowed.includes(url.origin)) return true;
  if (url.protocol !== "https:" || url.port !== "") return false;
  return [...services, ...allowed].some((host) =>
    host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host,
  );
}
