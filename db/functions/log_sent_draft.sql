-- Writes that a draft was sent into the draft's document, for its writer only.
CREATE OR REPLACE FUNCTION log_sent_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row sent_drafts := coalesce(NEW, OLD); scope jsonb := jsonb_build_object('userId', row.user_id);
BEGIN
  PERFORM log_change(row.company_id, 'drafts', row.ticket_id::text, NULL, scope, scope);
  RETURN NULL;
END $$;

CREATE TRIGGER log_sent_draft AFTER INSERT OR DELETE OR UPDATE ON sent_drafts FOR EACH ROW EXECUTE FUNCTION log_sent_draft();
