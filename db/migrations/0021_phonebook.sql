-- Whom each connection's phone knows, as the channel tells it when it is linked and later.
CREATE TABLE "phonebook_entries" (
  "company_id" uuid NOT NULL,
  "connection_id" uuid NOT NULL,
  "match_key" text NOT NULL,
  "phone" text NOT NULL,
  "name" text DEFAULT '' NOT NULL,
  "has_chat" boolean DEFAULT false NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "phonebook_entries_pk" PRIMARY KEY ("company_id", "connection_id", "match_key"),
  CONSTRAINT "phonebook_entries_connection_fk" FOREIGN KEY ("company_id", "connection_id") REFERENCES "connections" ("company_id", "id") ON DELETE CASCADE
);
