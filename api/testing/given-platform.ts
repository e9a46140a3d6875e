import { randomUUID } from "node:crypto";
import { schema } from "../../db/index.ts";
import { type GivenAgent, testDatabase } from "../../db/testing/given.ts";
import { givenPlan } from "../../db/testing/given-plan.ts";
import { recordAudit } from "../../domain/account/audit/index.ts";
import type { ContractNames } from "./contract-rows.ts";

/** Creates what the calls of super users are about: another company with a plan, a deleted company, one that is being removed, a help video and an inactive announcement. */
export async function givenPlatform(
  admin: GivenAgent,
): Promise<
  Pick<ContractNames, "otherCompanyId" | "deletedCompanyId" | "usedPlanId" | "helpId" | "inactiveAnnouncementId">
> {
  const [otherCompanyId, deletedCompanyId, helpId] = [randomUUID(), randomUUID(), randomUUID()];
  const inactiveAnnouncementId = randomUUID();
  const { id: usedPlanId } = await givenPlan({ users: 2_000, connections: 2_000, queues: 2_000 });
  const now = new Date();
  const dueDate = new Date(now.getTime() + 86_400_000);
  const other = { id: otherCompanyId, name: `Outra ${otherCompanyId}`, dueDate, planId: usedPlanId };
  const deleted = { id: deletedCompanyId, name: `Outra ${deletedCompanyId}`, dueDate, deletedAt: now };
  const removed = { id: randomUUID(), name: "Removida", dueDate, deletedAt: new Date(now.getTime() - 31 * 86_400_000) };
  await testDatabase().asPlatform(async (db) => {
    await db.insert(schema.companies).values([other, deleted, { ...removed, removalTotal: 10, removalAt: now }]);
    await db.insert(schema.helps).values({ id: helpId, title: "Como ligar o número", video: "dQw4w9WgXcQ" });
    const announcement = { title: "Manutenção no domingo", text: "Das 2h às 4h." };
    await db.insert(schema.announcements).values([{ ...announcement, id: inactiveAnnouncementId, isActive: false }]);
    const subject = { companyId: deletedCompanyId, subject: deleted };
    await recordAudit({ db, now, actor: admin }, { action: "company.deleted", ...subject });
  });
  return { otherCompanyId, deletedCompanyId, usedPlanId, helpId, inactiveAnnouncementId };
}
