CREATE TABLE "campaign_counts" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"progress" smallint NOT NULL,
	"variant" smallint NOT NULL,
	"connection_id" uuid,
	"n" integer NOT NULL,
	CONSTRAINT "campaign_counts_company_id_campaign_id_id_pk" PRIMARY KEY("company_id","campaign_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_list_counts" (
	"company_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"is_whatsapp_valid" boolean,
	"n" integer NOT NULL,
	CONSTRAINT "contact_list_counts_company_id_list_id_id_pk" PRIMARY KEY("company_id","list_id","id")
);
--> statement-breakpoint
-- Counts as appended changes: an upsert would make the senders and receipts of a campaign wait for each other, and two
-- transactions with several changes deadlock. One statement in fifty replaces the rows that no other transaction has
-- locked by their sums.
CREATE FUNCTION count_campaign_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    SELECT company_id, campaign_id, gen_random_uuid(), state, reason, progress, variant, connection_id, count(*) FROM added GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    SELECT company_id, campaign_id, gen_random_uuid(), state, reason, progress, variant, connection_id, sum(n)
    FROM (SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, 1 AS n FROM added UNION ALL SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, -1 FROM removed) AS changed
    GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id HAVING sum(n) <> 0;
  ELSE
    -- With the owner, all its counts are deleted.
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    SELECT company_id, campaign_id, gen_random_uuid(), state, reason, progress, variant, connection_id, -count(*) FROM removed
    WHERE EXISTS (SELECT FROM campaigns AS o WHERE o.company_id = removed.company_id AND o.id = removed.campaign_id)
    GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
    RETURN NULL;
  END IF;
  IF random() < 0.02 THEN
    WITH spent AS (
      SELECT company_id, campaign_id, id FROM campaign_counts
      WHERE (company_id, campaign_id) IN (SELECT company_id, campaign_id FROM added) FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM campaign_counts AS c USING spent AS s
      WHERE c.company_id = s.company_id AND c.campaign_id = s.campaign_id AND c.id = s.id RETURNING c.*
    )
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    SELECT company_id, campaign_id, gen_random_uuid(), state, reason, progress, variant, connection_id, sum(n) FROM gone GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_campaign_recipients_insert AFTER INSERT ON campaign_recipients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_campaign_recipients();
--> statement-breakpoint
CREATE TRIGGER count_campaign_recipients_update AFTER UPDATE ON campaign_recipients REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_campaign_recipients();
--> statement-breakpoint
CREATE TRIGGER count_campaign_recipients_delete AFTER DELETE ON campaign_recipients REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_campaign_recipients();
--> statement-breakpoint
CREATE FUNCTION forget_campaign_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM campaign_counts AS c USING removed AS o WHERE c.company_id = o.company_id AND c.campaign_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_campaign_counts AFTER DELETE ON campaigns REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_campaign_counts();
--> statement-breakpoint
INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
  SELECT company_id, campaign_id, gen_random_uuid(), state, reason, progress, variant, connection_id, count(*) FROM campaign_recipients GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
--> statement-breakpoint
-- The same for the items of a list.
CREATE FUNCTION count_contact_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    SELECT company_id, list_id, gen_random_uuid(), is_whatsapp_valid, count(*) FROM added GROUP BY company_id, list_id, is_whatsapp_valid;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    SELECT company_id, list_id, gen_random_uuid(), is_whatsapp_valid, sum(n)
    FROM (SELECT company_id, list_id, is_whatsapp_valid, 1 AS n FROM added UNION ALL SELECT company_id, list_id, is_whatsapp_valid, -1 FROM removed) AS changed
    GROUP BY company_id, list_id, is_whatsapp_valid HAVING sum(n) <> 0;
  ELSE
    -- With the owner, all its counts are deleted.
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    SELECT company_id, list_id, gen_random_uuid(), is_whatsapp_valid, -count(*) FROM removed
    WHERE EXISTS (SELECT FROM contact_lists AS o WHERE o.company_id = removed.company_id AND o.id = removed.list_id)
    GROUP BY company_id, list_id, is_whatsapp_valid;
    RETURN NULL;
  END IF;
  IF random() < 0.02 THEN
    WITH spent AS (
      SELECT company_id, list_id, id FROM contact_list_counts
      WHERE (company_id, list_id) IN (SELECT company_id, list_id FROM added) FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM contact_list_counts AS c USING spent AS s
      WHERE c.company_id = s.company_id AND c.list_id = s.list_id AND c.id = s.id RETURNING c.*
    )
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    SELECT company_id, list_id, gen_random_uuid(), is_whatsapp_valid, sum(n) FROM gone GROUP BY company_id, list_id, is_whatsapp_valid HAVING sum(n) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_contact_list_items_insert AFTER INSERT ON contact_list_items REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
--> statement-breakpoint
CREATE TRIGGER count_contact_list_items_update AFTER UPDATE ON contact_list_items REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
--> statement-breakpoint
CREATE TRIGGER count_contact_list_items_delete AFTER DELETE ON contact_list_items REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_list_items();
--> statement-breakpoint
CREATE FUNCTION forget_contact_list_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_list_counts AS c USING removed AS o WHERE c.company_id = o.company_id AND c.list_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_contact_list_counts AFTER DELETE ON contact_lists REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_contact_list_counts();
--> statement-breakpoint
INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
  SELECT company_id, list_id, gen_random_uuid(), is_whatsapp_valid, count(*) FROM contact_list_items GROUP BY company_id, list_id, is_whatsapp_valid;
