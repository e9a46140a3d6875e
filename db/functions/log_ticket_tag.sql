-- Writes a change of a ticket whose tags change. `part_id`: the tag or contact. A change without scopes and without
-- `part_id` comes from a message or a picture, for which the live channel sends no ticket update.
CREATE OR REPLACE FUNCTION log_ticket_tag() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row ticket_tags := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, row.tag_id, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_ticket_tag AFTER INSERT OR DELETE OR UPDATE ON ticket_tags FOR EACH ROW EXECUTE FUNCTION log_ticket_tag();
