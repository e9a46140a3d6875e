-- Deletes the counts of a deleted contact list.
CREATE OR REPLACE FUNCTION forget_contact_list_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner record;
BEGIN
  FOR owner IN SELECT company_id, id FROM removed LOOP
    DELETE FROM contact_list_counts WHERE company_id = owner.company_id AND list_id = owner.id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER forget_contact_list_counts AFTER DELETE ON contact_lists REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_contact_list_counts();
