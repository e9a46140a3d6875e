-- Keeps the name of a deleted connection in its campaigns; its recipients then move to others (work of kind `leave`).
CREATE OR REPLACE FUNCTION leave_deleted_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaign_connections SET deleted_name = OLD.name WHERE company_id = OLD.company_id AND connection_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER leave_deleted_connection AFTER DELETE ON connections FOR EACH ROW EXECUTE FUNCTION leave_deleted_connection();
