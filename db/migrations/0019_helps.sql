-- Help videos, the platform's own: the same for every company.
CREATE TABLE "helps" (
  "id" uuid PRIMARY KEY,
  "title" text NOT NULL,
  "description" text DEFAULT '' NOT NULL,
  "video" text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
