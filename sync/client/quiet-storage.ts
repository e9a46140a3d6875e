/** The beginning of RxDB's advertisement for its paid storages. RxDB has no option to turn it off. */
const ADVERTISEMENT = "-------------- RxDB Open Core RxStorage";

/** Suppresses that text in the console; all other warnings are printed. */
export function silenceStorageAdvertisement(): void {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).startsWith(ADVERTISEMENT)) warn.apply(console, words);
  };
}
