/** `attached`: files that go with the message. `offered`: pictures of what is pasted as text. */
type PastedFiles = { attached: File[]; offered: File[] };

/**
 * Divides the files of a clipboard. Spreadsheets and word processors copy cells as text and as a picture of them: the
 * text is pasted and the picture offered. A text that only names the file or its address stands for the file.
 */
export function pastedFiles(clipboard: DataTransfer): PastedFiles {
  const files = [...clipboard.files];
  const isPicture = files.length > 0 && files.every(({ type }) => type.startsWith("image/"));
  const isText = isPicture && saysMore(clipboard.getData("text/plain"), files);
  return isText ? { attached: [], offered: files } : { attached: files, offered: [] };
}

const saysMore = (text: string, files: readonly File[]) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .some(
      (line) => line !== "" && !/^(?:https?|file|blob):\S+$/.test(line) && !files.some(({ name }) => name === line),
    );
