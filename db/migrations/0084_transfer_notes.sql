-- A note that was written with a transfer keeps where the ticket came from and went to.
ALTER TABLE "ticket_notes" ADD COLUMN "transfer" jsonb;
