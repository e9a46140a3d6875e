import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BACKUP_OLD_HOURS } from "../../contracts/account/backups.ts";
import { freePort } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { type Program, startProgram } from "../processes/program.ts";
import { filesIn, sourceFiles } from "./contents.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const dockerfile = read("Dockerfile");
const compose = parse(read("compose.yaml"), { merge: true });
const units = filesIn("ops/systemd").filter((path) => path.endsWith(".service"));

type Service = {
  image: string;
  command: string[];
  read_only?: boolean;
  tmpfs?: string[];
  restart?: string;
  volumes: string[];
  environment: Record<string, string>;
  depends_on: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
};
const services: Record<string, Service> = compose.services;
const ours = Object.entries(services).filter(([, { image }]) => image.startsWith("balcao:"));

let own: OwnDatabase;
let programs: Record<"api" | "connector", Program>;
let urls: Record<"api" | "connector", string>;
let folder: string;
let sources: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "balcao-ops-"));
  own = await openOwnDatabase();
  sources = (await sourceFiles()).filter((path) => path.endsWith(".ts")).map(read);
  const env = {
    DATABASE_URL: own.url,
    DATA_DIR: folder,
    SECRET_KEY: "a key for this test only, long enough",
    PUBLIC_URL: "https://desk.example",
    SANDBOX: "0",
    PORT: String(await freePort()),
    STATUS_PORT: String(await freePort()),
    LOG_LEVEL: "error",
  };
  programs = {
    api: startProgram("api", join(root, "api/main.ts"), env),
    connector: startProgram("connector", join(root, "connector/main.ts"), env),
  };
  await programs.api.ready;
  const { status } = await programs.connector.ready;
  urls = { api: `http://127.0.0.1:${env.PORT}`, connector: String(status) };
});
afterAll(async () => {
  for (const program of Object.values(programs ?? {})) await program.stop();
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request on a connection of its own: a server may close an idle one at any moment. */
const ask = (url: string) => fetch(url, { headers: { connection: "close" } });

/** Returns the settings that no source of the release names. */
const unknownSettings = (names: string[]) =>
  names.filter((name) => !sources.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
const assignedIn = (text: string) => [...text.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name);

describe("Dockerfile", () => {
  test("unpacks the release archive and runs its program as a user without rights", async () => {
    expect(dockerfile).toMatch(/^ADD dist\/balcao-\$\{VERSION\}\.tar\.gz \/opt\/$/m);
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile.indexOf("USER")).toBeLessThan(dockerfile.indexOf("ENTRYPOINT"));
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/opt\/balcao\/bin\/balcao"\]$/m);
    expect(dockerfile).not.toMatch(/^RUN .*(apt|npm|curl)/m);
    const [line = ""] = /^ENV .*$/m.exec(dockerfile) ?? [];
    expect(assignedIn(line)).toContain("DATA_DIR");
    expect(unknownSettings(assignedIn(line))).toEqual([]);
  });

  test("its health check is an address of the api", async () => {
    const [, path = ""] = /"health", "http:\/\/127\.0\.0\.1:3000(\/[^"]*)"/.exec(dockerfile) ?? [];
    expect((await ask(urls.api + path)).status).toBe(200);
  });
});

describe("compose.yaml", () => {
  test("has two apis, two connectors and the backups of one image with a root file system that is read-only", async () => {
    const commands = ours.map(([, { command }]) => command.join(" ")).sort();
    const programs = ["start api", "start api", "start backup", "start connector", "start connector"];
    expect(commands).toEqual(["migrate", ...programs]);
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1);
    for (const [name, service] of ours) {
      // Only the program that writes backups reaches them.
      const volumes = [
        "desk:/data",
        ...(name === "backup" ? [expect.stringMatching(/^\$\{BACKUPS:-backups\}:\/backups$/)] : []),
      ];
      expect(service).toMatchObject({ read_only: true, tmpfs: ["/tmp"], cap_drop: ["ALL"], volumes });
      expect(service.environment).toMatchObject({
        DATABASE_URL: expect.stringContaining("balcao_app"),
        TRUST_PROXY: "1",
      });
      expect(unknownSettings(Object.keys(service.environment))).toEqual([]);
    }
  });

  test("only migration and backups have the owner's address, and the programs start after the migration", () => {
    const owners = ours.filter(([, { environment }]) => JSON.stringify(environment).includes("OWNER_PASSWORD"));
    expect(owners.map(([name]) => name)).toEqual(["migrate", "backup"]);
    expect(services.migrate).toMatchObject({
      restart: "no",
      depends_on: { postgres: { condition: "service_healthy" } },
    });
    for (const [name, service] of ours)
      if (name !== "migrate")
        expect(service.depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } });
  });

  test("the connectors' health check is an address of the connector", async () => {
    for (const [name, { healthcheck }] of ours.filter(([key]) => key.startsWith("connector"))) {
      const [, path = ""] = /^http:\/\/127\.0\.0\.1:3001(\/.*)$/.exec(healthcheck?.test.at(-1) ?? "") ?? [];
      expect((await ask(urls.connector + path)).status, name).toBe(200);
    }
  });

  test("the proxy knows each api, asks an address that exists, and closes /metrics", async () => {
    const proxy = read("ops/proxy/Caddyfile");
    const [, targets = ""] = /reverse_proxy (.*) \{/.exec(proxy) ?? [];
    const apis = ours.filter(([, { command }]) => command.join(" ") === "start api").map(([name]) => `${name}:3000`);
    expect(targets.split(" ").sort()).toEqual(apis.sort());
    const [, path = ""] = /health_uri (\S+)/.exec(proxy) ?? [];
    expect((await ask(urls.api + path)).status).toBe(200);
    expect(proxy).toContain("respond /metrics 404");
    expect(proxy).not.toMatch(/^\s*log\b/m);
  });
});

test("systemd units start the programs of the release as a user of their own with a read-only system", async () => {
  expect(units).toEqual([
    ...["ops/systemd/balcao-api@.service", "ops/systemd/balcao-backup.service"],
    "ops/systemd/balcao-connector@.service",
  ]);
  for (const path of units) {
    const lines = read(path).split("\n");
    for (const line of [
      "User=balcao",
      "ProtectSystem=strict",
      "NoNewPrivileges=yes",
      "Restart=always",
      "StateDirectory=balcao",
    ])
      expect(lines).toContain(line);
    const [, kind = ""] = /balcao-(\w+)[@.]/.exec(path) ?? [];
    expect(lines).toContain(`ExecStart=/opt/balcao/bin/balcao start ${kind}`);
    const [settings = ""] = lines.filter((line) => line.startsWith("Environment="));
    expect(assignedIn(settings.replace("Environment=", ""))).toContain("DATA_DIR");
    expect(unknownSettings(assignedIn(settings.replace("Environment=", "")))).toEqual([]);
  }
  expect(unknownSettings(assignedIn(read("ops/systemd/balcao.env")))).toEqual([]);
});

test("with systemd, the backups have a folder of their own, and only their unit has the owner's address", () => {
  const [backup = "", ...others] = [...units].sort((path) => (path.includes("backup") ? -1 : 1)).map(read);
  const [, folder = ""] = /^BACKUP_DIR=\/var\/lib\/(.+)$/m.exec(read("ops/systemd/balcao.env")) ?? [];
  expect(backup.split("\n")).toContain(`StateDirectory=${folder}`);
  expect(assignedIn(read("ops/systemd/backup.env"))).toEqual(["DATABASE_OWNER_URL"]);
  expect(backup).toContain("EnvironmentFile=/etc/balcao/backup.env");
  for (const text of [...others, read("ops/systemd/balcao.env")])
    expect(text).not.toMatch(/^[^#]*(OWNER_URL|backup\.env)/m);
});

describe("alerts and dashboard", () => {
  type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } };
  const rules: Rule[] = parse(read("ops/prometheus/alerts.yml")).groups.flatMap(
    ({ rules }: { rules: Rule[] }) => rules,
  );
  type Panel = { title: string; targets: { expr: string }[] };
  const panels: Panel[] = JSON.parse(read("ops/grafana/balcao.json")).panels;

  test("each metric that they name is in /metrics of the api or of the connector", async () => {
    const texts = await Promise.all(Object.values(urls).map(async (url) => (await ask(`${url}/metrics`)).text()));
    const known = new Set<string>();
    for (const [, name = "", type] of texts.join("\n").matchAll(/^# TYPE (\S+) (\S+)$/gm))
      for (const suffix of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]) known.add(name + suffix);
    expect(known.size).toBeGreaterThan(30);
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    for (const expression of expressions) {
      const names = expression.match(/\b(balcao|nodejs|process)_\w+/g) ?? [];
      if (!expression.startsWith("up{")) expect(names, expression).not.toEqual([]);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  test("a backup is too old at the same age as on the screen, and a failed one is an alert", () => {
    const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr;
    expect(exprOf("BalcaoBackupOld")).toBe(`max(balcao_backup_age_seconds) > ${BACKUP_OLD_HOURS} * 60 * 60`);
    expect(exprOf("BalcaoBackupFailed")).toBe("min(balcao_backup_last_result) == 0");
  });

  test("each alert has a name of its own and a heading with its steps in the operations manual", () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const headings = [...read("docs/operations.md").matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => anchorOf(text));
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operations.md#${anchorOf(alert)}`);
      expect(headings).toContain(anchorOf(alert));
    }
  });
});

const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
