export { checkOpenCharges } from "./check-open-charges.ts";
export { confirmPayment } from "./confirm-payment.ts";
export { createDueInvoices } from "./create-due-invoices.ts";
export { endChargeAtProvider } from "./end-charge.ts";
export { endUpgrades } from "./end-upgrades.ts";
export { invoiceDetail } from "./invoice-detail.ts";
export { keepPaymentEvents } from "./keep-payment-events.ts";
export { type InvoiceView, listInvoices, listInvoicesOf, readReceipt, viewInvoice } from "./list-invoices.ts";
export { openUpgrade } from "./open-upgrade.ts";
export { dismissPaymentEvent, listPaymentEvents, type PaymentEventView } from "./payment-events.ts";

export { sendReminders } from "./send-reminders.ts";
export { markInvoicePaid, voidInvoice } from "./settle-invoice.ts";
export { type PaymentOptions, subscribe } from "./subscribe.ts";
export { readSubscription, type Subscription } from "./subscription.ts";
