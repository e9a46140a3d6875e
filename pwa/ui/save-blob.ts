/** Long enough for the browser to have taken the file over. */
const KEEP_MS = 60_000;

/** Puts a file into the person's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
