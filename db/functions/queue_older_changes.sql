-- Moves changes that former versions of `log_change` left in the log without a revision to the unnumbered ones. A
-- transaction of such a version may commit after this one was created.
CREATE OR REPLACE FUNCTION queue_older_changes() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; numbers bigint[];
BEGIN
  FOR company IN SELECT DISTINCT c.company_id FROM changes c WHERE c.rev IS NULL LOOP
    -- Each statement has a snapshot of its own.
    SELECT array_agg(c.n) INTO numbers FROM changes c WHERE c.company_id = company AND c.rev IS NULL;
    INSERT INTO unnumbered_changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
      SELECT c.company_id, c.collection, c.doc_id, c.part_id, c.old_scope, c.new_scope, c.at FROM changes c
      WHERE c.company_id = company AND c.rev IS NULL AND c.n = ANY (numbers) ORDER BY c.n
      ON CONFLICT DO NOTHING;
    DELETE FROM changes c WHERE c.company_id = company AND c.rev IS NULL AND c.n = ANY (numbers);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION queue_older_changes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_older_changes() TO balcao_app;
COMMENT ON FUNCTION queue_older_changes() IS 'over all companies';
