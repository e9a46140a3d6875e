DROP INDEX "campaign_recipients_counts";--> statement-breakpoint
CREATE INDEX "campaign_recipients_counts" ON "campaign_recipients" USING btree ("company_id","campaign_id","state","reason","progress","variant","connection_id");--> statement-breakpoint
-- Due work looks over all companies; everything else stays within one.
CREATE FUNCTION companies_with_campaigns_to_start(at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT DISTINCT company_id FROM campaigns WHERE status = 'scheduled' AND scheduled_at <= at
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION companies_with_campaigns_to_start(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION companies_with_campaigns_to_start(timestamptz) TO balcao_app;
