import { expect, test } from "vitest";
import { type DrawnElement, elementOf } from "./drawing.ts";
import { drawingOf } from "./read-drawing.ts";

function elementWith(html: string): Element {
  const frame = document.createElement("div");
  frame.innerHTML = html;
  return frame;
}
/** Reads an element and creates it again, through storage. */
function again(html: string): string {
  const drawing = drawingOf(elementWith(html));
  return (elementOf(JSON.parse(JSON.stringify(drawing))) as Element).innerHTML;
}

test("drawing: an element is created again with its classes, texts, icons and positions", () => {
  const row =
    '<li class="absolute w-full" style="transform: translateY(77px);"><span class="avatar-hue" style="--hue: 158;">MD</span>' +
    '<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" class="icon"><path d="M5 12h14"></path></svg>' +
    '<time class="text-2xs">14:32</time></li>';
  expect(again(row)).toBe(row);
});

test("drawing: names, roles, ids and addresses are left out; a link and a tab keep what a tap on them does", () => {
  const html =
    '<ul aria-label="Lista" id="list"><li><a href="/tickets/t1" data-row-action="">Helena</a></li></ul>' +
    '<button role="tab" aria-selected="true" id="x">Abertos</button><button role="tab">Fechados</button>';
  expect(again(html)).toBe(
    '<ul><li><a data-tap="/tickets/t1">Helena</a></li></ul>' +
      '<button aria-selected="true" tabindex="-1" data-tap="tab:0">Abertos</button>' +
      '<button tabindex="-1" data-tap="tab:1">Fechados</button>',
  );
});

test("drawing: reads no script, frame, field, handler, outside address or style with an address", () => {
  const html =
    '<script>alert(1)</script><iframe src="/x"></iframe><input value="secret"><textarea>secret</textarea>' +
    '<p onclick="alert(1)" style="background-image: url(https://example.com/a); color: red;">text</p>' +
    '<a href="https://example.com">out</a><a href="//example.com">out</a><a href="javascript:alert(1)">out</a>' +
    '<img src="https://example.com/a.png"><img src="//example.com/a.png"><img src="/media/a.png">';
  expect(again(html)).toBe(
    '<p style="color: red;">text</p><a>out</a><a>out</a><a>out</a><img><img><img src="/media/a.png">',
  );
});

test("drawing: creates nothing that it would not read", () => {
  const drawn: DrawnElement = {
    tag: "div",
    attributes: { class: "row", onclick: "alert(1)", href: "javascript:alert(1)", src: "/x", style: "color: red" },
    styles: { "background-image": "url(/a)", "--picture": "url(/a)", color: "red" },
    tap: "https://example.com",
    children: [
      { tag: "script", children: ["alert(1)"] },
      { tag: "iframe", attributes: { src: "/x" } },
      { tag: "img", attributes: { src: "https://example.com/a.png" } },
      // The parser drops the tab, and reads a backslash as a slash.
      { tag: "img", attributes: { src: "/\t/example.com/a.png" } },
      { tag: "img", attributes: { src: "/\\example.com/a.png" } },
      "text",
    ],
  };
  expect((elementOf(drawn) as Element).outerHTML).toBe(
    '<div class="row" style="color: red;"><img><img><img>text</div>',
  );
  expect(elementOf({ tag: "script", children: ["alert(1)"] })).toBeNull();
});

test("drawing: a part says how it is drawn in the kept list", () => {
  const html =
    '<span class="is-offline" data-kept-class="is-opening"><b data-kept-text="Abrindo">Sem <i>internet</i></b></span>' +
    '<div data-kept="no">3 na fila</div>';
  expect(again(html)).toBe('<span class="is-opening"><b>Abrindo</b></span>');
});
