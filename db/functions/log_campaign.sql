-- Writes a change of a campaign. No device keeps campaigns: screens ask again.
CREATE OR REPLACE FUNCTION log_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row campaigns := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'campaigns', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_campaign AFTER INSERT OR DELETE OR UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION log_campaign();
