/** The fields of an object by our names, each with its name in the HTTP interface. */
type Names = Readonly<Record<string, string>>;

type Wire<N extends Names, T> = { [Ours in keyof N as N[Ours]]: Ours extends keyof T ? T[Ours] : never };
type Ours<N extends Names, W> = { [Ours in keyof N]: N[Ours] extends keyof W ? W[N[Ours]] : never };

/** Returns the named fields with their names in the HTTP interface. */
export function toWire<N extends Names, T extends { [Ours in keyof N]: unknown }>(names: N, value: T): Wire<N, T> {
  return Object.fromEntries(Object.entries(names).map(([ours, wire]) => [wire, value[ours]])) as Wire<N, T>;
}

/** Returns the named fields of an object of the HTTP interface with our names. */
export function fromWire<N extends Names, W extends { [Ours in keyof N as N[Ours]]?: unknown }>(
  names: N,
  wire: W,
): Ours<N, W> {
  const fields = wire as Record<string, unknown>;
  return Object.fromEntries(Object.entries(names).map(([ours, name]) => [ours, fields[name]])) as Ours<N, W>;
}
