-- Writes a change of an invoice; the part names its payment, from which the event `company-{id}-payment` is made. As
-- the owner: the job that creates invoices inserts those of many companies in one statement, in no company's scope.
CREATE OR REPLACE FUNCTION log_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE row invoices := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'invoices', row.id::text,
    CASE WHEN TG_OP = 'UPDATE' AND NEW.status = 'paid' AND OLD.status <> 'paid' THEN NEW.id END, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_invoice AFTER INSERT OR DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION log_invoice();
