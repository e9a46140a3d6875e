-- Writes a change of a contact list. No device keeps lists: screens ask again.
CREATE OR REPLACE FUNCTION log_contact_list() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contact_lists := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'contactLists', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_contact_list AFTER INSERT OR DELETE OR UPDATE ON contact_lists FOR EACH ROW EXECUTE FUNCTION log_contact_list();
