-- A corrected schedule, whose message the channel refused, sends a new message: its id follows from the attempt as well.
-- Attempt 0 keeps the ids of all messages that exist.
ALTER TABLE "schedules" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "schedules" DROP COLUMN "message_id";
--> statement-breakpoint
DROP FUNCTION scheduled_message_id(uuid);
--> statement-breakpoint
CREATE FUNCTION scheduled_message_id(schedule uuid, attempt integer) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-'
    || to_hex((('x' || substr(hex, 17, 1))::bit(4)::int & 3) | 8) || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
  FROM (SELECT encode(sha256(('scheduled message ' || schedule::text
    || CASE WHEN attempt = 0 THEN '' ELSE ' attempt ' || attempt::text END)::bytea), 'hex') AS hex) AS hashed
$$;
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "message_id" uuid GENERATED ALWAYS AS (scheduled_message_id(id, attempt)) STORED;
--> statement-breakpoint
CREATE INDEX "schedules_message" ON "schedules" USING btree ("company_id","message_id");
