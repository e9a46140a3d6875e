import { afterEach, expect, test } from "vitest";
import { loadSignInFiles } from "./sign-in-files.ts";

afterEach(() => {
  document.head.innerHTML = "";
  localStorage.clear();
});

function givenPage() {
  document.head.innerHTML = `
    <meta name="sign-in-files" content="/assets/sign-in-1.t.js /assets/contracts-2.js">
    <meta name="desk-files" content="/assets/storage-worker-3.js">`;
}
const links = () => [...document.querySelectorAll("link")].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);

test("without a session, a page asks for the sign-in screen's code, and for the database's code last", () => {
  givenPage();
  loadSignInFiles();
  expect(links()).toEqual([
    "modulepreload /assets/sign-in-1.t.js",
    "modulepreload /assets/contracts-2.js",
    "prefetch /assets/storage-worker-3.js",
  ]);
});

test("a page of a signed-in user asks for no file of the sign-in screen", () => {
  givenPage();
  localStorage.setItem("user", "{}");
  loadSignInFiles();
  expect(links()).toEqual([]);
});

test("a page in development, which names no files, asks for none", () => {
  loadSignInFiles();
  expect(links()).toEqual([]);
});
