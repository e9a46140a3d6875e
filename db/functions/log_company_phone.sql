-- Writes a change of the settings when the company's phone changes: without an area code of its own, a company has that
-- of its phone.
CREATE OR REPLACE FUNCTION log_company_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(NEW.id, 'refs', 'setting:phoneAreaCode', NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_company_phone AFTER UPDATE ON companies FOR EACH ROW WHEN ((old.phone IS DISTINCT FROM new.phone)) EXECUTE FUNCTION log_company_phone();
