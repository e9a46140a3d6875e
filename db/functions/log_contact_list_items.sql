-- Writes changes of a list's items. `part_id`: the item; the list itself: many items; null: the list.
CREATE OR REPLACE FUNCTION log_contact_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(g.company_id, 'contactLists', g.list_id::text, g.item, NULL, NULL)
  FROM (SELECT company_id, list_id, CASE WHEN count(*) = 1 THEN min(id::text)::uuid ELSE list_id END AS item
        FROM changed GROUP BY company_id, list_id) AS g;
  RETURN NULL;
END $$;

CREATE TRIGGER log_contact_list_items_delete AFTER DELETE ON contact_list_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_contact_list_items();
CREATE TRIGGER log_contact_list_items_insert AFTER INSERT ON contact_list_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_contact_list_items();
CREATE TRIGGER log_contact_list_items_update AFTER UPDATE ON contact_list_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_contact_list_items();
