-- Writes a change of a contact whose additional fields change.
CREATE OR REPLACE FUNCTION log_contact_field() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contact_fields := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_contact_field AFTER INSERT OR DELETE OR UPDATE ON contact_fields FOR EACH ROW EXECUTE FUNCTION log_contact_field();
