CREATE INDEX "contact_list_items_valid" ON "contact_list_items" USING btree ("company_id","list_id","is_whatsapp_valid","name","id");--> statement-breakpoint
CREATE INDEX contact_list_items_search ON contact_list_items USING gin (search gin_trgm_ops);
--> statement-breakpoint
-- LIKE is not leakproof, so the search past the policies needs its own function: see contacts_like.
CREATE FUNCTION contact_list_items_like(list uuid, pattern text, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM contact_list_items
  WHERE company_id = nullif(current_setting('app.company', true), '')::uuid AND list_id = list AND search LIKE pattern
  LIMIT most
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION contact_list_items_like(uuid, text, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION contact_list_items_like(uuid, text, int) TO balcao_app;
--> statement-breakpoint
-- part_id: the item, the list itself for many items, null for a change of the list.
CREATE OR REPLACE FUNCTION log_contact_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(g.company_id, 'contactLists', g.list_id::text, g.item, NULL, NULL)
  FROM (SELECT company_id, list_id, CASE WHEN count(*) = 1 THEN min(id::text)::uuid ELSE list_id END AS item
        FROM changed GROUP BY company_id, list_id) AS g;
  RETURN NULL;
END $$;
