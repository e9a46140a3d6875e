-- Writes a change of a draft. The scope is its writer, and the document's id is the ticket's.
CREATE OR REPLACE FUNCTION log_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row drafts := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'drafts', OLD.ticket_id::text, NULL, jsonb_build_object('userId', OLD.user_id), NULL);
  ELSIF TG_OP = 'UPDATE' AND OLD.text = NEW.text THEN
    RETURN NULL;
  END IF;
  PERFORM log_change(row.company_id, 'drafts', row.ticket_id::text, NULL,
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('userId', OLD.user_id) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('userId', NEW.user_id) END);
  RETURN NULL;
END $$;

CREATE TRIGGER log_draft AFTER INSERT OR DELETE OR UPDATE ON drafts FOR EACH ROW EXECUTE FUNCTION log_draft();
