import type * as v from "valibot";
import { expect, test } from "vitest";
import type { AnnouncementPageWire, AnnouncementWire } from "../contracts/wire/announcements.ts";
import type { AuditPageWire } from "../contracts/wire/audit.ts";
import type { BackupsWire } from "../contracts/wire/backups.ts";
import type { InvoiceWire, PaymentResultWire, ReceiptWire, SubscriptionWire } from "../contracts/wire/billing.ts";
import type {
  CampaignPageWire,
  CampaignPreviewWire,
  CampaignReportWire,
  CampaignWire,
  ExcludedPageWire,
  RecipientPageWire,
} from "../contracts/wire/campaigns.ts";
import type { CompanyListWire, CompanyPageWire, CompanyUsageWire } from "../contracts/wire/companies.ts";
import type {
  ContactListItemPageWire,
  ContactListItemWire,
  ContactListPageWire,
  ContactListSummaryWire,
  ContactListWire,
  ContactsAddedWire,
} from "../contracts/wire/contact-lists.ts";
import type { ContactPageWire, ContactWire } from "../contracts/wire/contacts.ts";
import type { DashboardWire } from "../contracts/wire/dashboard.ts";
import type { MailPageWire, MailSetupWire, MailTestWire, MailWire } from "../contracts/wire/mails.ts";
import type { PlanDetailsWire, PlanWire } from "../contracts/wire/plans.ts";
import type { SchedulePageWire, ScheduleWire } from "../contracts/wire/schedules.ts";
import type { SignUpConfirmedWire, SignUpWire } from "../contracts/wire/sign-up.ts";
import type { TagPageWire, TagWire } from "../contracts/wire/tags.ts";
import type { TicketWire } from "../contracts/wire/tickets.ts";
import type { SessionsWire, UserListWire, UserPageWire, UserWire } from "../contracts/wire/users.ts";
import type { AnnouncementAnswer, AnnouncementPageAnswer } from "./announcements/answers.ts";
import type { InvoiceAnswer, PaymentResultAnswer, ReceiptAnswer, SubscriptionAnswer } from "./billing/answers.ts";
import type {
  CampaignAnswer,
  CampaignPageAnswer,
  CampaignPreviewAnswer,
  CampaignReportAnswer,
  ExcludedPageAnswer,
  RecipientPageAnswer,
} from "./campaigns/answers.ts";
import type { CompanyListAnswer, CompanyPageAnswer, CompanyUsageAnswer } from "./companies/answers.ts";
import type {
  ContactListAnswer,
  ContactListItemAnswer,
  ContactListItemPageAnswer,
  ContactListPageAnswer,
  ContactListSummaryAnswer,
  ContactsAddedAnswer,
} from "./contact-lists/answers.ts";
import type { ContactAnswer, ContactPageAnswer } from "./contacts/answers.ts";
import type { DashboardAnswer } from "./dashboard/answers.ts";
import type { MailAnswer, MailPageAnswer, MailSetupAnswer, MailTestAnswer } from "./mails/answers.ts";
import type { AuditPageAnswer } from "./platform/audit/answers.ts";
import type { BackupsAnswer } from "./platform/backups/answers.ts";
import type { PlanAnswer, PlanDetailsAnswer } from "./platform/plans/answers.ts";
import type { ScheduleAnswer, SchedulePageAnswer } from "./schedules/answers.ts";
import type { SignUpAnswer, SignUpConfirmedAnswer } from "./session/answers.ts";
import type { TagAnswer, TagPageAnswer } from "./tags/answers.ts";
import type { TicketAnswer } from "./tickets/answers.ts";
import type { SessionListAnswer, UserAnswer, UserListAnswer, UserPageAnswer } from "./users/answers.ts";

/** `true` where the screens can read each answer that the api declares; the compiler refuses any other value. */
type Agrees<Answer extends v.GenericSchema, Read extends v.GenericSchema> = [v.InferOutput<Answer>] extends [
  v.InferInput<Read>,
]
  ? true
  : false;

test("the screens read what the api declares as its answers", () => {
  const agreements = [
    true satisfies Agrees<typeof AnnouncementPageAnswer, typeof AnnouncementPageWire>,
    true satisfies Agrees<typeof AnnouncementAnswer, typeof AnnouncementWire>,
    true satisfies Agrees<typeof AuditPageAnswer, typeof AuditPageWire>,
    true satisfies Agrees<typeof BackupsAnswer, typeof BackupsWire>,
    true satisfies Agrees<typeof CampaignPageAnswer, typeof CampaignPageWire>,
    true satisfies Agrees<typeof CampaignPreviewAnswer, typeof CampaignPreviewWire>,
    true satisfies Agrees<typeof CampaignReportAnswer, typeof CampaignReportWire>,
    true satisfies Agrees<typeof CampaignAnswer, typeof CampaignWire>,
    true satisfies Agrees<typeof CompanyListAnswer, typeof CompanyListWire>,
    true satisfies Agrees<typeof CompanyPageAnswer, typeof CompanyPageWire>,
    true satisfies Agrees<typeof CompanyUsageAnswer, v.ArraySchema<typeof CompanyUsageWire, undefined>>,
    true satisfies Agrees<typeof ContactListItemPageAnswer, typeof ContactListItemPageWire>,
    true satisfies Agrees<typeof ContactListItemAnswer, typeof ContactListItemWire>,
    true satisfies Agrees<typeof ContactListPageAnswer, typeof ContactListPageWire>,
    true satisfies Agrees<typeof ContactListSummaryAnswer, typeof ContactListSummaryWire>,
    true satisfies Agrees<typeof ContactListAnswer, typeof ContactListWire>,
    true satisfies Agrees<typeof ContactPageAnswer, typeof ContactPageWire>,
    true satisfies Agrees<typeof ContactAnswer, typeof ContactWire>,
    true satisfies Agrees<typeof ContactsAddedAnswer, typeof ContactsAddedWire>,
    true satisfies Agrees<typeof DashboardAnswer, typeof DashboardWire>,
    true satisfies Agrees<typeof ExcludedPageAnswer, typeof ExcludedPageWire>,
    true satisfies Agrees<typeof InvoiceAnswer, typeof InvoiceWire>,
    true satisfies Agrees<typeof MailPageAnswer, typeof MailPageWire>,
    true satisfies Agrees<typeof MailSetupAnswer, typeof MailSetupWire>,
    true satisfies Agrees<typeof MailTestAnswer, typeof MailTestWire>,
    true satisfies Agrees<typeof MailAnswer, typeof MailWire>,
    true satisfies Agrees<typeof PaymentResultAnswer, typeof PaymentResultWire>,
    true satisfies Agrees<typeof PlanDetailsAnswer, typeof PlanDetailsWire>,
    true satisfies Agrees<typeof PlanAnswer, typeof PlanWire>,
    true satisfies Agrees<typeof ReceiptAnswer, typeof ReceiptWire>,
    true satisfies Agrees<typeof RecipientPageAnswer, typeof RecipientPageWire>,
    true satisfies Agrees<typeof SchedulePageAnswer, typeof SchedulePageWire>,
    true satisfies Agrees<typeof ScheduleAnswer, typeof ScheduleWire>,
    true satisfies Agrees<typeof SessionListAnswer, typeof SessionsWire>,
    true satisfies Agrees<typeof SignUpConfirmedAnswer, typeof SignUpConfirmedWire>,
    true satisfies Agrees<typeof SignUpAnswer, typeof SignUpWire>,
    true satisfies Agrees<typeof SubscriptionAnswer, typeof SubscriptionWire>,
    true satisfies Agrees<typeof TagPageAnswer, typeof TagPageWire>,
    true satisfies Agrees<typeof TagAnswer, typeof TagWire>,
    true satisfies Agrees<typeof TicketAnswer, typeof TicketWire>,
    true satisfies Agrees<typeof UserListAnswer, typeof UserListWire>,
    true satisfies Agrees<typeof UserPageAnswer, typeof UserPageWire>,
    true satisfies Agrees<typeof UserAnswer, typeof UserWire>,
  ];
  expect(agreements.every(Boolean)).toBe(true);
});
