import type { CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import type { Company } from "../companies/company-form.ts";

const id = "0190d3a0-0000-7000-8000-00000000e0a1";

/** A company as the server answers it. */
export const givenCompanyWire = (change: Partial<Company> = {}): Company => ({
  id,
  name: "Clínica Vet Patativa",
  email: "adm@patativa.example",
  phone: "5531955500210",
  planId: "p1",
  plan: { name: "Profissional", value: 349.9 },
  status: true,
  dueDate: "2026-11-30T23:59:59.999-03:00",
  dueDay: { date: "2026-11-30", keeps: 31 },
  recurrence: "TRIMESTRAL",
  timeZone: "America/Sao_Paulo",
  usersLimit: null,
  connectionsLimit: null,
  queuesLimit: null,
  storageGbLimit: null,
  deletedAt: null,
  createdAt: "2025-08-08T12:00:00.000Z",
  settings: [{ key: "campaignsEnabled", value: "true" }],
  ...change,
});

export const givenUsage = (change: Partial<CompanyUsageWire> = {}): CompanyUsageWire => ({
  id,
  users: { used: 3, limit: 12 },
  connections: { used: 2, limit: 6 },
  queues: { used: 4, limit: 10 },
  storageGb: { used: 3.274, limit: 50 },
  messages: 1_234,
  lastSignInAt: null,
  ...change,
});

export const givenPlanWire = {
  id: "p1",
  name: "Profissional",
  users: 12,
  connections: 6,
  queues: 10,
  storageGb: 50,
  value: 349.9,
  public: true,
  companies: 2,
};
