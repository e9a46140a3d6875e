-- Makes the directory equal to the tables, after a coordinator was lost between two commits.
CREATE OR REPLACE FUNCTION repair_company_keys() RETURNS TABLE (added bigint, removed bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE company_keys IN SHARE ROW EXCLUSIVE MODE;
  CREATE TEMPORARY TABLE keys_of_tables ON COMMIT DROP AS SELECT * FROM company_keys_of_tables();
  DELETE FROM company_keys k WHERE NOT EXISTS (SELECT FROM keys_of_tables t WHERE (t.kind, t.key, t.company_id, t.row_id) = (k.kind, k.key, k.company_id, k.row_id));
  GET DIAGNOSTICS removed = ROW_COUNT;
  INSERT INTO company_keys SELECT * FROM keys_of_tables ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  DROP TABLE keys_of_tables;
  RETURN NEXT;
END $$;
REVOKE EXECUTE ON FUNCTION repair_company_keys() FROM PUBLIC;
