-- Moves the committed changes of a company into its log, with the next revisions in the order in which they were
-- written, and notifies the listeners. Returns the first and the last new revision.
CREATE OR REPLACE FUNCTION number_changes(company uuid) RETURNS TABLE(first_rev bigint, last_rev bigint)
LANGUAGE plpgsql AS $$
DECLARE before bigint; added bigint := 0; numbers bigint[]; numbered_at timestamptz;
BEGIN
  -- A run that holds the lock keeps its changes here until its commit: without any, there is nothing to wait for.
  IF EXISTS (SELECT FROM unnumbered_changes WHERE company_id = company) THEN
    SELECT rev INTO before FROM clocks WHERE company_id = company FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO clocks (company_id) VALUES (company) ON CONFLICT DO NOTHING;
      SELECT rev INTO before FROM clocks WHERE company_id = company FOR UPDATE;
    END IF;
    -- Each statement has a snapshot of its own; all of them take the changes of this one.
    SELECT array_agg(n ORDER BY n) INTO numbers FROM unnumbered_changes WHERE company_id = company;
    added := coalesce(cardinality(numbers), 0);
  ELSE
    SELECT rev INTO before FROM clocks WHERE company_id = company;
    before := coalesce(before, 0);
  END IF;
  IF added > 0 THEN
    numbered_at := clock_timestamp();
    INSERT INTO changes (company_id, n, rev, collection, doc_id, part_id, old_scope, new_scope, at)
      SELECT c.company_id, c.n, before + row_number() OVER (PARTITION BY c.company_id ORDER BY c.n), c.collection, c.doc_id,
        c.part_id, c.old_scope, c.new_scope, numbered_at
      FROM unnumbered_changes c WHERE c.company_id = company AND c.n = ANY (numbers);
    DELETE FROM unnumbered_changes WHERE company_id = company AND n = ANY (numbers);
    UPDATE clocks SET rev = before + added WHERE company_id = company;
    PERFORM pg_notify('balcao_changes', json_build_object('companyId', company, 'rev', before + added)::text);
  END IF;
  RETURN QUERY SELECT before + 1, before + added;
END $$;
