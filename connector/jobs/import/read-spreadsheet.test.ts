import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { CFB, utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { givenFile, spreadsheetBytes } from "../../testing/given-spreadsheet.ts";
import { readSpreadsheet } from "./read-spreadsheet.ts";

async function readAll(path: string, limits?: Parameters<typeof readSpreadsheet>[2]) {
  const all: { rowNumber: number; cells: string[]; isHidden?: boolean }[] = [];
  const keep = async (batch: typeof all) => all.push(...batch) > 0;
  await readSpreadsheet(path, keep, limits);
  const [head, ...rows] = all;
  return { headers: head?.cells, rows };
}

const people = [
  ["Nome", "Número", "E-mail"],
  ["José Ávila", 5531955500148, "jose@x.example"],
  [],
  ["Ana & <Bia>", "+55 (31) 95550-0149", ""],
];

test.each(["xlsx", "xls", "ods"] as const)(
  "readSpreadsheet returns the first sheet of an %s file, with the sheet's row numbers",
  async (kind) => {
    const { headers, rows } = await readAll(givenFile(spreadsheetBytes(people, kind), `people.${kind}`));
    expect(headers).toEqual(["Nome", "Número", "E-mail"]);
    expect(rows.map(({ rowNumber, cells }) => [rowNumber, ...cells.slice(0, 2)])).toEqual([
      [2, "José Ávila", "5531955500148"],
      [4, "Ana & <Bia>", "+55 (31) 95550-0149"],
    ]);
  },
);

/** An OpenDocument spreadsheet whose first sheet is hidden, with rows of these visibilities. */
function odsWith(rows: readonly [visibility: string, ...cells: string[]][]): Buffer {
  const table = (style: string, content: string) => `<table:table table:style-name="${style}">${content}</table:table>`;
  const style = (name: string, display: string) =>
    `<style:style style:name="${name}"><style:table-properties table:display="${display}"/></style:style>`;
  const rowOf = ([visibility, ...cells]: readonly string[]) =>
    `<table:table-row table:visibility="${visibility}">${cells
      .map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`)
      .join("")}</table:table-row>`;
  const xml = `<office:document-content><office:automatic-styles>${style("ta1", "false")}${style("ta2", "true")}</office:automatic-styles>
    <office:spreadsheet>${table("ta1", rowOf(["visible", "Oculta"]))}${table("ta2", rows.map(rowOf).join(""))}${table("ta1", rowOf(["visible", "Outra"]))}</office:spreadsheet></office:document-content>`;
  return zipOf([{ name: "content.xml", bytes: Buffer.from(xml) }]);
}

const filtered = [
  ["Nome", "Número"],
  ["Ana", "31955500148"],
  ["Bia", "31955500149"],
  ["Caio", "31955500150"],
];

test.each([
  ["xlsx", () => spreadsheetBytes(filtered, "xlsx", { hidden: [1, 3], isSecond: true })],
  [
    "ods",
    () =>
      odsWith(filtered.map((cells, place) => [["visible", "filter", "visible", "collapse"][place] ?? "", ...cells])),
  ],
])(
  "readSpreadsheet marks the hidden rows of an %s file, and reads the first sheet that is shown",
  async (kind, make) => {
    const { headers, rows } = await readAll(givenFile(make(), `filtered.${kind}`));
    expect(headers).toEqual(["Nome", "Número"]);
    expect(rows).toEqual([
      { rowNumber: 2, cells: ["Ana", "31955500148"], isHidden: true },
      { rowNumber: 3, cells: ["Bia", "31955500149"] },
      { rowNumber: 4, cells: ["Caio", "31955500150"], isHidden: true },
    ]);
  },
);

/** Adds the records of hidden rows, which the library reads and does not write, before the end of the only sheet. */
function withHiddenRows(bytes: Buffer, places: readonly number[]): Buffer {
  const file = CFB.read(bytes, { type: "buffer" });
  const entry = CFB.find(file, "Workbook");
  if (!entry) throw new Error("no workbook");
  const content = Buffer.from(entry.content as Uint8Array);
  const records = places.map((place) => {
    const record = Buffer.alloc(20);
    for (const [value, at] of [
      [0x0208, 0],
      [16, 2],
      [place, 4],
      [2, 8],
      [0x20, 16],
    ] as const)
      record.writeUInt16LE(value, at);
    return record;
  });
  const all = Buffer.concat([content.subarray(0, -4), ...records, content.subarray(-4)]);
  entry.content = all;
  entry.size = all.length;
  return Buffer.from(CFB.write(file, { type: "buffer" }) as Uint8Array);
}

test("readSpreadsheet marks the hidden rows of an xls file", async () => {
  const { rows } = await readAll(givenFile(withHiddenRows(spreadsheetBytes(filtered, "xls"), [1]), "filtered.xls"));
  expect(rows.map(({ rowNumber, isHidden }) => [rowNumber, isHidden])).toEqual([
    [2, true],
    [3, undefined],
    [4, undefined],
  ]);
});

test("readSpreadsheet reads the first sheet of an xls file that is shown", async () => {
  const { headers } = await readAll(givenFile(spreadsheetBytes(filtered, "xls", { isSecond: true }), "second.xls"));
  expect(headers).toEqual(["Nome", "Número"]);
});

const csvFile = (text: string | Buffer) => givenFile(Buffer.from(text), "people.csv");

test.each([
  ["semicolons", "Nome;Número\r\nAna;319\r\n"],
  ["commas", "Nome,Número\nAna,319"],
  ["tabs", "Nome\tNúmero\rAna\t319\r"],
  ["a byte order mark", "\uFEFFNome;Número\nAna;319\n"],
  ["a line that names the separator", "sep=|\nNome|Número\nAna|319\n"],
  ["the encoding of older programs", Buffer.from("Nome;N\u00famero\nAna;319\n", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFNome;Número\nAna;319\n", "utf16le")],
])("readSpreadsheet reads a csv file with %s", async (name, text) => {
  const { headers, rows } = await readAll(csvFile(text));
  expect([headers, rows]).toEqual([
    ["Nome", "Número"],
    [{ rowNumber: name.includes("names the") ? 3 : 2, cells: ["Ana", "319"] }],
  ]);
});

test("readSpreadsheet reads quoted csv values with separators, quotes and line breaks", async () => {
  const { rows } = await readAll(csvFile('a;b;c\n"Ana; a ""primeira""\nde todas";5\'10";\n;;\n"sem fim'));
  expect(rows.map(({ rowNumber, cells }) => [rowNumber, ...cells])).toEqual([
    [2, 'Ana; a "primeira"\nde todas', "5'10\"", ""],
    [4, "sem fim"],
  ]);
});

test("readSpreadsheet reads repeated, empty and annotated cells of an ods file, and only its first sheet", async () => {
  const table = (rows: string) => `<table:table>${rows}</table:table>`;
  const cell = (text: string, attributes = "") => `<table:table-cell ${attributes}>${text}</table:table-cell>`;
  const content = [
    `<table:table-row>${cell("<text:p>Nome</text:p>")}${cell("<text:p>Número</text:p>")}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="1048570">${cell("", 'table:number-columns-repeated="16384"')}</table:table-row>`,
    `<table:table-row>${cell("<text:p>José<text:s text:c='2'/>de <text:span>Ávila</text:span></text:p>")}${cell(
      "<office:annotation><text:p>nota</text:p></office:annotation><text:p>5,53E+12</text:p>",
      'office:value-type="float" office:value="5.53195550014E12"',
    )}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="2">${cell("<text:p>x</text:p>", 'table:number-columns-repeated="2"')}</table:table-row>`,
  ].join("");
  const other = table(`<table:table-row>${cell("<text:p>outra folha</text:p>")}</table:table-row>`);
  const xml = `<office:spreadsheet>${table(content)}${other}</office:spreadsheet>`;
  const { headers, rows } = await readAll(
    givenFile(zipOf([{ name: "content.xml", bytes: Buffer.from(xml) }]), "a.ods"),
  );
  expect(headers).toEqual(["Nome", "Número"]);
  expect(rows).toEqual([
    { rowNumber: 1048572, cells: ["José  de Ávila", "5531955500140"] },
    { rowNumber: 1048573, cells: ["x", "x"] },
    { rowNumber: 1048574, cells: ["x", "x"] },
  ]);
});

test("readSpreadsheet stops when the reader returns false", async () => {
  const many = [["Nome", "Número"], ...Array.from({ length: 5_000 }, (_, n) => [`P ${n}`, n])];
  let batches = 0;
  await readSpreadsheet(givenFile(spreadsheetBytes(many), "many.xlsx"), async () => ++batches < 2);
  expect(batches).toBe(2);
});

/** Builds an archive of deflated entries; `claims` is the unpacked size that an entry declares. */
function zipOf(entries: { name: string; bytes: Buffer; claims?: number }[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, claims = bytes.length } of entries) {
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), common, Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002", "latin1"),
        Buffer.from([20, 0]),
        common,
        Buffer.alloc(10),
        u32(offset),
        Buffer.from(name),
      ]),
    );
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const workbook = [
  { name: "xl/workbook.xml", bytes: Buffer.from('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>') },
  {
    name: "xl/_rels/workbook.xml.rels",
    bytes: Buffer.from('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
  },
];
const sheet = (bytes: Buffer, claims?: number) => ({ name: "xl/worksheets/sheet1.xml", bytes, claims });

describe("readSpreadsheet refuses without harm to this process", () => {
  const refusalOf = (bytes: Uint8Array, name: string, limits?: Parameters<typeof readSpreadsheet>[2]) =>
    readAll(givenFile(bytes, name), limits).then(
      () => "nothing was refused",
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );

  test("a zip bomb, with its true or a false declared size", async () => {
    const zeros = Buffer.alloc(220 * 1024 * 1024, " ");
    expect(await refusalOf(zipOf([...workbook, sheet(zeros)]), "bomb.xlsx")).toBe("ERR_IMPORT_TOO_LARGE");
    expect(await refusalOf(zipOf([...workbook, sheet(zeros, 100)]), "liar.xlsx")).toBe("ERR_IMPORT_UNREADABLE");
  });

  test("a text that is larger than the memory limit", async () => {
    const rows = Buffer.concat([
      Buffer.from("<worksheet><sheetData><row><c t='str'><v>"),
      Buffer.alloc(150 * 1024 * 1024, "é"),
      Buffer.from("</v></c></row></sheetData></worksheet>"),
    ]);
    const code = await refusalOf(zipOf([...workbook, sheet(rows)]), "long.xlsx", { memoryMb: 64, maxMs: 60_000 });
    expect(code).toBe("ERR_IMPORT_TOO_LARGE");
  });

  test("very long tags and attributes, and a million empty rows", async () => {
    const wide = (before: string, after: string) =>
      zipOf([
        ...workbook,
        sheet(Buffer.concat([Buffer.from(before), Buffer.alloc(30 * 1024 * 1024, "a"), Buffer.from(after)])),
      ]);
    expect(await refusalOf(wide("<worksheet><sheetData><row a='", "'/>"), "attribute.xlsx")).toBe(
      "ERR_IMPORT_TOO_LARGE",
    );
    expect(await refusalOf(wide("<worksheet><sheetData><", "/>"), "tag.xlsx")).toBe("ERR_IMPORT_TOO_LARGE");
    const rows = Buffer.from(`<worksheet><sheetData>${"<row/>".repeat(1_000_000)}</sheetData></worksheet>`);
    expect(await refusalOf(zipOf([...workbook, sheet(rows)]), "rows.xlsx")).toBe("ERR_IMPORT_TOO_LARGE");
  });

  test("path traversal in entry names, and any other reader error, with a single error", async () => {
    const slipped = { name: "../../etc/passwd", bytes: Buffer.from("a") };
    expect(await refusalOf(zipOf([...workbook, slipped]), "slip.xlsx")).toBe("ERR_IMPORT_UNREADABLE");
    const absolute = { name: "/etc/passwd", bytes: Buffer.from("a") };
    expect(await refusalOf(zipOf([absolute]), "absolute.xlsx")).toBe("ERR_IMPORT_UNREADABLE");
  });

  test("a file that exceeds the time limit", async () => {
    const many = [["Nome"], ...Array.from({ length: 20_000 }, (_, n) => [`P ${n}`])];
    const code = await refusalOf(spreadsheetBytes(many), "slow.xlsx", { memoryMb: 256, maxMs: 20 });
    expect(code).toBe("ERR_IMPORT_TOO_LARGE");
  });

  test("an xlsx file with macros", async () => {
    const macros = zipOf([
      ...workbook,
      sheet(Buffer.from("<worksheet/>")),
      { name: "xl/vbaProject.bin", bytes: randomBytes(9) },
    ]);
    expect(await refusalOf(macros, "macros.xlsm")).toBe("ERR_IMPORT_MACROS");
  });

  test("an ods file with macros", async () => {
    const content = { name: "content.xml", bytes: Buffer.from("<a/>") };
    const macros = zipOf([content, { name: "Basic/Standard/Module1.xml", bytes: Buffer.from("<a/>") }]);
    expect(await refusalOf(macros, "macros.ods")).toBe("ERR_IMPORT_MACROS");
  });

  test("an xls file with macros", async () => {
    const macros = CFB.utils.cfb_new();
    CFB.utils.cfb_add(macros, "/VBA/dir", randomBytes(64));
    CFB.utils.cfb_add(macros, "/PROJECT", Buffer.from("Module=Apaga\r\n"));
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(people));
    book.vbaraw = CFB.write(macros, { type: "buffer" });
    const bytes: Buffer = write(book, { type: "buffer", bookType: "xls", bookVBA: true });
    expect(await refusalOf(bytes, "macros.xls")).toBe("ERR_IMPORT_MACROS");
  });

  test("programs, documents, empty and truncated files, other archives and empty sheets", async () => {
    const whole = spreadsheetBytes(people);
    const old = spreadsheetBytes(people, "xls");
    expect(await refusalOf(Buffer.from("MZ\u0090\u0000program"), "setup.xlsx")).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(Buffer.from("%PDF-1.7 Nome;Número"), "text.xls")).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(Buffer.from("<html>Nome;Número"), "page.csv")).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(Buffer.from("Nome;Número\u0000"), "zero.csv")).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(Buffer.alloc(0), "nothing.xlsx")).toBe("ERR_IMPORT_EMPTY");
    expect(await refusalOf(whole.subarray(0, whole.length / 2), "half.xlsx")).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(old.subarray(0, 700), "half.xls")).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(zipOf([{ name: "a.txt", bytes: Buffer.from("a") }]), "other.xlsx")).toBe(
      "ERR_IMPORT_UNREADABLE",
    );
    expect(
      await refusalOf(zipOf([...workbook, sheet(Buffer.from("<worksheet><row></worksheet>"))]), "broken.xlsx"),
    ).toBe("ERR_IMPORT_UNREADABLE");
    expect(await refusalOf(spreadsheetBytes([[]]), "empty.xlsx")).toBe("ERR_IMPORT_EMPTY");
  });
});
