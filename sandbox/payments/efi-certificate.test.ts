import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { readPayments } from "../../outside/payments/index.ts";
import { selfSigned } from "../socket/certificate.ts";
import { EFI } from "./credentials.ts";

const variables = {
  EFI_CLIENT_ID: EFI.clientId,
  EFI_CLIENT_SECRET: EFI.clientSecret,
  EFI_PIX_KEY: EFI.pixKey,
  EFI_WEBHOOK_SECRET: EFI.webhookSecret,
};

function givenFile(name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "balcao-efi-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("Efí: every call over https shows the client's certificate", async () => {
  const [own, theirs] = [selfSigned("127.0.0.1"), selfSigned("127.0.0.1")];
  const shown: (string | undefined)[] = [];
  const options = {
    cert: theirs.certPem,
    key: theirs.keyPem,
    ca: own.certPem,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const server = createServer(options, (request, response) => {
    shown.push((request.socket as TLSSocket).getPeerX509Certificate()?.toString());
    const body = request.url === "/oauth/token" ? { access_token: "t", expires_in: 3_600 } : {};
    response.writeHead(request.url === "/oauth/token" ? 200 : 404).end(JSON.stringify(body));
  });
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, theirs.certPem]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    setDefaultCACertificates(trusted);
  });
  const EFI_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const EFI_CERTIFICATE = givenFile("efi.pem", own.certPem + own.keyPem);
  const { efi } = readPayments({ ...variables, EFI_URL, EFI_CERTIFICATE }).confirming;
  expect(await efi?.readCharge("a".repeat(32))).toBeNull();
  expect(shown).toEqual([own.certPem, own.certPem]);

  const other = selfSigned("127.0.0.1");
  const wrong = givenFile("other.pem", other.certPem + other.keyPem);
  const refused = readPayments({ ...variables, EFI_URL, EFI_CERTIFICATE: wrong }).confirming.efi;
  await expect(refused?.readCharge("a".repeat(32))).rejects.toThrow("Efí gave no answer");
});

test("Efí: refuses to start without a certificate, and with one that cannot be read", () => {
  expect(() => readPayments(variables)).toThrow("EFI_CERTIFICATE is missing");
  for (const content of [
    "",
    "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n",
    selfSigned("127.0.0.1").certPem,
  ])
    expect(() => readPayments({ ...variables, EFI_CERTIFICATE: givenFile("efi.pem", content) })).toThrow(
      "EFI_CERTIFICATE cannot be read",
    );
  expect(() => readPayments({ ...variables, EFI_CERTIFICATE: "/nowhere/efi.p12" })).toThrow("cannot be read");
});

test.each([
  ["EFI_CLIENT_SECRET", { ...variables, EFI_CLIENT_SECRET: "" }],
  ["ASAAS_WEBHOOK_TOKEN", { ASAAS_API_KEY: "k" }],
  ["MERCADOPAGO_WEBHOOK_SECRET", { MERCADOPAGO_ACCESS_TOKEN: "k" }],
])("refuses to start when only %s is missing", (name, environment) => {
  expect(() => readPayments(environment)).toThrow(`${name} is missing`);
});

test("without environment variables no payment provider is active", () => {
  expect(readPayments({})).toEqual({ pix: null, confirming: {} });
});
