-- Writes the progress of an import for the live channel. No device keeps it.
CREATE OR REPLACE FUNCTION log_contact_import() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contact_imports := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM log_change(row.company_id, 'contactImports', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_contact_import AFTER INSERT OR DELETE OR UPDATE ON contact_imports FOR EACH ROW EXECUTE FUNCTION log_contact_import();
