-- When each person was last at the desk; written all day, replicated to nobody.
CREATE TABLE "user_activity" (
  "company_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "last_seen_at" timestamp with time zone NOT NULL,
  CONSTRAINT "user_activity_pk" PRIMARY KEY ("company_id", "user_id"),
  CONSTRAINT "user_activity_user_fk" FOREIGN KEY ("company_id", "user_id") REFERENCES "users" ("company_id", "id") ON DELETE CASCADE
);
