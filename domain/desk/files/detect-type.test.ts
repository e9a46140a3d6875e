import { expect, test } from "vitest";
import { acceptType, detectMimetype } from "./detect-type.ts";

const webmHead = Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex");
const mp4Head = Buffer.concat([Buffer.from("000000186674797069736f6d00000200", "hex"), Buffer.from("isommp41")]);
const after = (head: Buffer, text: string) => Buffer.concat([head, Buffer.from(text)]);

test.each<[string, Uint8Array, string]>([
  [
    "a png signature",
    Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
    "image/png",
  ],
  ["an ELF program", Buffer.from("7f454c4602010100000000000000000000", "hex"), "application/x-elf"],
  ["a Windows program", Buffer.from(`MZ${"\0".repeat(200)}`), "application/x-msdownload"],
  ["plain text", Buffer.from("a;b\n1;2"), "text/plain"],
  ["text that is cut inside a character", Buffer.from("ação").subarray(0, 2), "text/plain"],
  ["an empty file", Buffer.alloc(0), "text/plain"],
  ["text with a zero byte", Buffer.from([65, 0, 66]), "application/octet-stream"],
  ["text that is not UTF-8", Buffer.from("ação", "latin1"), "application/octet-stream"],
  ["an SVG in capitals after spaces", Buffer.from("  <SVG xmlns=''>"), "image/svg+xml"],
  ["a script element", Buffer.from("<script>alert(1)</script>"), "text/html"],
  ["HTML only after the first 1,024 characters", Buffer.from(`${"a".repeat(1_024)}<html>`), "text/plain"],
  ["a WebM recording without a video track", after(webmHead, "A_OPUS"), "audio/webm"],
  ["a WebM video with sound", after(webmHead, "A_OPUS V_VP8"), "video/webm"],
  ["an MP4 recording without a video track", after(mp4Head, " soun"), "audio/mp4"],
  ["an MP4 video with sound", after(mp4Head, " soun vide"), "video/mp4"],
])("detectMimetype: %s", async (_name, head, mimetype) => {
  expect(await detectMimetype(head)).toBe(mimetype);
});

test.each([
  "application/x-msdownload",
  "application/x-elf",
  "application/x-mach-binary",
  "application/x-msi",
  "application/x-sharedlib",
  "application/vnd.android.package-archive",
  "application/x-ms-shortcut",
])("acceptType: the program type %s is refused under any name", (mimetype) => {
  for (const name of ["jogo.exe", "fatura.pdf", "sem extensão", ""]) expect(acceptType(mimetype, name)).toBeNull();
});

test.each<[string, string, "image" | "audio" | "video" | "document" | null]>([
  ["image/png", "foto.png", "image"],
  ["image/webp", "FOTO.JPG", "image"],
  ["image/png", "sem extensão", "image"],
  ["image/webp", "png", "image"],
  ["image/png", "foto.pdf", "image"],
  ["image/png", "foto.mp3", null],
  ["application/pdf", "foto.png", null],
  ["application/pdf", "nota.pdf", "document"],
  ["text/plain", "pedido.png.txt", "document"],
  ["text/plain", "pedido.txt.png", null],
  // Types of images that can carry script or that browsers do not show.
  ["image/svg+xml", "logo.svg", "document"],
  ["image/svg+xml", "logo.png", null],
  ["image/tiff", "scan.tiff", "document"],
  ["image/vnd.adobe.photoshop", "arte.psd", "document"],
  ["image/x-canon-cr2", "foto.cr2", "document"],
  // Containers that hold recordings and videos.
  ["audio/mp4", "voz.mp4", "audio"],
  ["audio/webm", "voz.mp4", "audio"],
  ["video/mp4", "voz.m4a", "video"],
  ["video/webm", "voz.ogg", "video"],
  ["video/3gpp", "voz.amr", "video"],
  ["video/quicktime", "voz.mp3", null],
  ["video/mp4", "foto.jpg", null],
  ["audio/mpeg", "foto.jpg", null],
])("acceptType: %s with the name '%s' is %s", (mimetype, name, kind) => {
  expect(acceptType(mimetype, name)).toEqual(kind && { mimetype, kind });
});
