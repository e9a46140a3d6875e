/**
 * Returns the network of a caller's address, by which calls are counted: an IPv4 address, or the first 64 bits of an IPv6
 * address, which is what one customer of a provider gets. A port, brackets and a zone are left out.
 */
export function networkOf(address: string): string {
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  if (!bare.includes(":")) return bare;
  const [head = "", tail] = (bare.split("%")[0] ?? "").toLowerCase().split("::", 2);
  const groups = (text: string) => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length);
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
