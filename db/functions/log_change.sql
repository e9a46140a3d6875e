-- Writes one change for the log. The collection is an argument, because on a shard the table has another name.
CREATE OR REPLACE FUNCTION log_change(company uuid, collection text, doc_id text, part_id uuid, old_scope jsonb, new_scope jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unnumbered_changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
  VALUES (company, collection, doc_id, part_id, old_scope, new_scope, clock_timestamp());
END $$;
