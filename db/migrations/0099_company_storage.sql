-- Plans that exist get much room, so that an update refuses no file; super users lower it. New plans get 10 GB.
ALTER TABLE "plans" ADD COLUMN "storage_gb" integer DEFAULT 10 NOT NULL;
--> statement-breakpoint
UPDATE "plans" SET "storage_gb" = 100;
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "storage_gb_limit" integer;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "media_error" text;
--> statement-breakpoint
CREATE INDEX "messages_media_error" ON "messages" USING btree ("company_id","created_at" DESC NULLS LAST) WHERE media_error is not null;
--> statement-breakpoint
CREATE TABLE "stored_bytes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "stored_bytes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
-- Counts as appended changes, like campaign_counts: an updated counter would make all uploads of a company wait for each
-- other. One statement in fifty replaces the rows that no other transaction has locked by their sum.
CREATE FUNCTION sum_stored_bytes(company uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE total bigint;
BEGIN
  WITH spent AS (
    SELECT id FROM stored_bytes WHERE company_id = company FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM stored_bytes AS b USING spent AS s WHERE b.company_id = company AND b.id = s.id RETURNING b.bytes
  )
  SELECT sum(bytes) INTO total FROM gone;
  IF total <> 0 THEN
    INSERT INTO stored_bytes (company_id, id, bytes) VALUES (company, gen_random_uuid(), total);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parts refcursor; part record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    OPEN parts FOR SELECT company_id, sum(size) AS bytes FROM added GROUP BY company_id;
  ELSIF TG_OP = 'UPDATE' THEN
    OPEN parts FOR SELECT company_id, sum(bytes) AS bytes
      FROM (SELECT company_id, size AS bytes FROM added UNION ALL SELECT company_id, -size FROM removed) AS changed
      GROUP BY company_id HAVING sum(bytes) <> 0;
  ELSE
    OPEN parts FOR SELECT company_id, -sum(size) AS bytes FROM removed GROUP BY company_id;
  END IF;
  LOOP
    FETCH parts INTO part;
    EXIT WHEN NOT FOUND;
    INSERT INTO stored_bytes (company_id, id, bytes) VALUES (part.company_id, gen_random_uuid(), part.bytes);
    IF random() < 0.02 THEN PERFORM sum_stored_bytes(part.company_id); END IF;
  END LOOP;
  CLOSE parts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_stored_bytes_insert AFTER INSERT ON files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
--> statement-breakpoint
CREATE TRIGGER count_stored_bytes_update AFTER UPDATE ON files REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
--> statement-breakpoint
CREATE TRIGGER count_stored_bytes_delete AFTER DELETE ON files REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
--> statement-breakpoint
INSERT INTO stored_bytes (company_id, id, bytes)
  SELECT company_id, gen_random_uuid(), sum(size) FROM files GROUP BY company_id ON CONFLICT DO NOTHING;
--> statement-breakpoint
DROP FUNCTION company_usage(uuid[], timestamptz);
--> statement-breakpoint
CREATE FUNCTION company_usage(ids uuid[], since timestamptz)
  RETURNS TABLE (company_id uuid, users int, connections int, queues int, messages int, stored_bytes bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('app.platform', true) IS DISTINCT FROM 'on' THEN RETURN; END IF;
  FOR company_id IN SELECT c.id FROM companies c WHERE c.id = ANY (ids) LOOP
    users := (SELECT count(*) FROM users u WHERE u.company_id = company_usage.company_id);
    connections := (SELECT count(*) FROM connections o WHERE o.company_id = company_usage.company_id);
    queues := (SELECT count(*) FROM queues q WHERE q.company_id = company_usage.company_id);
    messages := (SELECT count(*) FROM tickets t
      JOIN messages m ON m.company_id = company_usage.company_id AND m.ticket_id = t.id AND m.created_at >= since
      WHERE t.company_id = company_usage.company_id AND t.last_message_at >= since);
    stored_bytes := (SELECT coalesce(sum(b.bytes), 0) FROM stored_bytes b WHERE b.company_id = company_usage.company_id);
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_usage(uuid[], timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_usage(uuid[], timestamptz) TO balcao_app;
--> statement-breakpoint
COMMENT ON FUNCTION company_usage(uuid[], timestamptz) IS 'over all companies';
