-- Writes one change of each campaign whose recipients a statement has changed.
CREATE OR REPLACE FUNCTION log_campaign_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(g.company_id, 'campaigns', g.campaign_id::text, NULL, NULL, NULL)
  FROM (SELECT DISTINCT company_id, campaign_id FROM changed) AS g;
  RETURN NULL;
END $$;

CREATE TRIGGER log_campaign_recipients_update AFTER UPDATE ON campaign_recipients REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_campaign_recipients();
