/** Long enough for the browser to start the download. */
const KEEP_MS = 60_000;

/** Saves a file to the user's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
