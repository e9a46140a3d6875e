-- Deletes (or first unlinks) up to `most` rows of one table of a company that was deleted 30 days ago. Returns how
-- many; 0: only the company's own row is left. It reads the catalogue, so that no table is forgotten: first the tables
-- that refer to others, last the change log, into which the triggers of the others write.
CREATE OR REPLACE FUNCTION remove_company_rows(company uuid, most int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE tab record; own record; deleted int;
BEGIN
  IF NOT EXISTS (SELECT FROM companies WHERE id = company AND deleted_at < now() - interval '30 days') THEN RETURN 0; END IF;
  FOR tab IN
    WITH RECURSIVE owned AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), depths AS (
      SELECT oid, 0 AS depth FROM owned
      UNION
      SELECT k.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint k ON k.confrelid = d.oid AND k.contype = 'f' AND k.conrelid <> k.confrelid
    )
    SELECT o.oid, o.relname FROM owned o JOIN depths d ON d.oid = o.oid
    GROUP BY o.oid, o.relname ORDER BY o.relname = 'unnumbered_changes', o.oid IN (SELECT inhrelid FROM pg_inherits), max(d.depth) DESC, o.relname
  LOOP
    -- Rows that refer to others of their table would keep those from being deleted in batches.
    FOR own IN SELECT a.attname FROM pg_constraint k CROSS JOIN unnest(k.conkey) AS u(n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n
               WHERE k.conrelid = tab.oid AND k.confrelid = tab.oid AND k.contype = 'f' AND a.attname <> 'company_id' LOOP
      EXECUTE format('UPDATE %1$I SET %2$I = NULL WHERE company_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE company_id = $1 AND %2$I IS NOT NULL LIMIT $2))', tab.relname, own.attname)
        USING company, most;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      IF deleted > 0 THEN RETURN deleted; END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %1$I WHERE company_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE company_id = $1 LIMIT $2))', tab.relname)
      USING company, most;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    IF deleted > 0 THEN RETURN deleted; END IF;
  END LOOP;
  DELETE FROM payment_events WHERE payer_company_id = company;
  DELETE FROM audit_entries WHERE subject_company_id = company;
  DELETE FROM pgboss.job WHERE data ->> 'companyId' = company::text;
  RETURN 0;
END $$;
REVOKE EXECUTE ON FUNCTION remove_company_rows(uuid, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_company_rows(uuid, int) TO balcao_app;
