import * as v from "valibot";
import { expect, test } from "vitest";
import { HelpInput, videoCodeOf } from "./helps.ts";

test.each([
  "dQw4w9WgXcQ",
  "  dQw4w9WgXcQ ",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s",
  "youtube.com/watch?list=PL1&v=dQw4w9WgXcQ",
  "https://youtu.be/dQw4w9WgXcQ?si=abc",
  "https://www.youtube.com/embed/dQw4w9WgXcQ",
  "https://m.youtube.com/shorts/dQw4w9WgXcQ",
  "http://www.youtube.com/live/dQw4w9WgXcQ",
])("videoCodeOf reads the code of %s", (text) => {
  expect(videoCodeOf(text)).toBe("dQw4w9WgXcQ");
});

test.each([
  "",
  "dQw4w9WgXc",
  "https://example.com/watch?v=dQw4w9WgXcQ",
  "https://youtube.com.example.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com/watch",
  "https://www.youtube.com/@canal",
  "javascript:alert(1)",
])("videoCodeOf finds no code in %j", (text) => {
  expect(videoCodeOf(text)).toBeNull();
});

test("a help video keeps the code of an address, and its description may be absent", () => {
  const help = v.parse(HelpInput, { title: "Aceitar", video: "https://youtu.be/dQw4w9WgXcQ" });
  expect(help).toEqual({ title: "Aceitar", video: "dQw4w9WgXcQ", description: "" });
});
