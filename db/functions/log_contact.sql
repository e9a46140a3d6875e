-- Writes a change of a contact, and of its tickets, which carry its name and picture.
CREATE OR REPLACE FUNCTION log_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contacts := coalesce(NEW, OLD); ticket record; renamed_id uuid;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'contacts', row.id::text, NULL, NULL, NULL);
  IF TG_OP = 'UPDATE' AND (OLD.name, OLD.number, OLD.profile_pic_url) IS DISTINCT FROM (NEW.name, NEW.number, NEW.profile_pic_url) THEN
    IF OLD.name <> NEW.name THEN renamed_id := row.id; END IF;
    FOR ticket IN SELECT id FROM tickets WHERE company_id = row.company_id AND contact_id = row.id LOOP
      PERFORM log_change(row.company_id, 'tickets', ticket.id::text, renamed_id, NULL, NULL);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER log_contact AFTER INSERT OR DELETE OR UPDATE ON contacts FOR EACH ROW EXECUTE FUNCTION log_contact();
