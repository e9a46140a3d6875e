/** How RxDB's advertisement for its paid storages begins. It has no option that turns it off. */
const ADVERTISEMENT = "-------------- RxDB Open Core RxStorage";

/** Keeps that one text out of the console; every other warning is printed. */
export function silenceStorageAdvertisement(): void {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).startsWith(ADVERTISEMENT)) warn.apply(console, words);
  };
}
