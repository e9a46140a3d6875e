-- Writes a change of a ticket whose notes change: they are in its document.
CREATE OR REPLACE FUNCTION log_ticket_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row ticket_notes := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, NULL, NULL, NULL);
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'tickets', OLD.ticket_id::text, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER log_ticket_note AFTER INSERT OR DELETE OR UPDATE ON ticket_notes FOR EACH ROW EXECUTE FUNCTION log_ticket_note();
