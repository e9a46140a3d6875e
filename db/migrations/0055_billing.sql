DROP INDEX "charges_provider_id";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_from" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_to" date;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "payment_id" text;--> statement-breakpoint
CREATE INDEX "charges_id" ON "charges" USING btree ("id");--> statement-breakpoint
CREATE INDEX "charges_open" ON "charges" USING btree ("created_at") WHERE "charges"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_payment" ON "payment_events" USING btree ("provider","payment_id") WHERE "payment_events"."state" in ('done', 'unmatched', 'dismissed');--> statement-breakpoint
-- Screens load the list of invoices again when one changes; the part names the payment of an invoice, from which the
-- event `company-{id}-payment` is made. As the owner: the job that creates invoices inserts those of many companies in
-- one statement, in no company's scope.
CREATE FUNCTION log_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE row invoices := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'invoices', row.id::text,
    CASE WHEN TG_OP = 'UPDATE' AND NEW.status = 'paid' AND OLD.status <> 'paid' THEN NEW.id END, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_invoice AFTER INSERT OR UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION log_invoice();
