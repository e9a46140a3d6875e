CREATE TABLE "chat_members" (
	"company_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"join_order" integer NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_members_company_id_chat_id_user_id_pk" PRIMARY KEY("company_id","chat_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"media_type" text DEFAULT 'chat' NOT NULL,
	"file_id" uuid,
	"media_name" text,
	"media_mimetype" text,
	"media_size" bigint,
	"quoted_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "chat_messages_seq" CHECK (seq > 0)
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"owner_id" uuid NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chats_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_company_id_chat_id_chats_company_id_id_fk" FOREIGN KEY ("company_id","chat_id") REFERENCES "public"."chats"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_company_id_chat_id_chats_company_id_id_fk" FOREIGN KEY ("company_id","chat_id") REFERENCES "public"."chats"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_company_id_owner_id_users_company_id_id_fk" FOREIGN KEY ("company_id","owner_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_members_user" ON "chat_members" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_seq_in_chat" ON "chat_messages" USING btree ("company_id","chat_id","seq");--> statement-breakpoint
CREATE INDEX "chat_messages_user" ON "chat_messages" USING btree ("company_id","user_id","chat_id","seq");--> statement-breakpoint
CREATE INDEX "chat_messages_file" ON "chat_messages" USING btree ("company_id","file_id") WHERE file_id is not null;--> statement-breakpoint
-- The scope of a change names the members whom it concerns, so that nobody has to be asked who may see it.
CREATE FUNCTION chat_scope(user_ids uuid[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('userIds', to_jsonb(user_ids))
$$;
--> statement-breakpoint
CREATE FUNCTION chat_member_ids(company uuid, chat uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(user_id ORDER BY join_order), '{}') FROM chat_members WHERE company_id = company AND chat_id = chat
$$;
--> statement-breakpoint
-- A change of a chat names in part_id the new message, or the member who read; null: its title, owner or members.
CREATE FUNCTION log_chat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE scope jsonb := chat_scope(chat_member_ids(NEW.company_id, NEW.id));
BEGIN
  PERFORM log_change(NEW.company_id, 'chats', NEW.id::text, NULL, scope, scope);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chat AFTER UPDATE OF title, owner_id ON chats FOR EACH ROW
  WHEN ((OLD.title, OLD.owner_id) IS DISTINCT FROM (NEW.title, NEW.owner_id)) EXECUTE FUNCTION log_chat();
--> statement-breakpoint
-- All members see the new list of members; the thread comes whole, and only to those who join.
CREATE FUNCTION log_chat_members_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; after uuid[];
BEGIN
  FOR chat IN SELECT company_id, chat_id, array_agg(user_id ORDER BY join_order) AS ids FROM added GROUP BY company_id, chat_id LOOP
    after := chat_member_ids(chat.company_id, chat.chat_id);
    PERFORM log_change(chat.company_id, 'chats', chat.chat_id::text, NULL,
      chat_scope(ARRAY(SELECT unnest(after) EXCEPT SELECT unnest(chat.ids))), chat_scope(after));
    PERFORM log_change(chat.company_id, 'chatThreads', chat.chat_id::text, NULL, NULL, chat_scope(chat.ids));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chat_members_added AFTER INSERT ON chat_members REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION log_chat_members_added();
--> statement-breakpoint
-- Also when the chat is deleted: its members go with it.
CREATE FUNCTION log_chat_members_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; after uuid[];
BEGIN
  FOR chat IN SELECT company_id, chat_id, array_agg(user_id) AS ids FROM removed GROUP BY company_id, chat_id LOOP
    after := chat_member_ids(chat.company_id, chat.chat_id);
    PERFORM log_change(chat.company_id, 'chats', chat.chat_id::text, NULL, chat_scope(after || chat.ids), chat_scope(after));
    PERFORM log_change(chat.company_id, 'chatThreads', chat.chat_id::text, NULL, chat_scope(chat.ids), NULL);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chat_members_removed AFTER DELETE ON chat_members REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION log_chat_members_removed();
--> statement-breakpoint
-- Up to where a member has read is the member's alone.
CREATE FUNCTION log_chat_reading() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE scope jsonb := chat_scope(ARRAY[NEW.user_id]);
BEGIN
  PERFORM log_change(NEW.company_id, 'chats', NEW.chat_id::text, NEW.user_id, scope, scope);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chat_reading AFTER UPDATE OF read_seq ON chat_members FOR EACH ROW
  WHEN (OLD.read_seq IS DISTINCT FROM NEW.read_seq) EXECUTE FUNCTION log_chat_reading();
--> statement-breakpoint
CREATE FUNCTION log_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE scope jsonb := chat_scope(chat_member_ids(NEW.company_id, NEW.chat_id));
BEGIN
  PERFORM log_change(NEW.company_id, 'chats', NEW.chat_id::text, NEW.id, scope, scope);
  PERFORM log_change(NEW.company_id, 'chatThreads', NEW.chat_id::text, NEW.id, scope, scope);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chat_message AFTER INSERT ON chat_messages FOR EACH ROW EXECUTE FUNCTION log_chat_message();
--> statement-breakpoint
-- The messages of a deleted user lose their author's id, many at once: each chat is logged once.
CREATE FUNCTION log_chat_messages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; scope jsonb;
BEGIN
  FOR chat IN SELECT DISTINCT company_id, chat_id FROM changed LOOP
    scope := chat_scope(chat_member_ids(chat.company_id, chat.chat_id));
    PERFORM log_change(chat.company_id, 'chats', chat.chat_id::text, NULL, scope, scope);
    PERFORM log_change(chat.company_id, 'chatThreads', chat.chat_id::text, NULL, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chat_messages_changed AFTER UPDATE ON chat_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_chat_messages_changed();
--> statement-breakpoint
-- Chats carry the names of their members.
CREATE FUNCTION log_chats_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; scope jsonb;
BEGIN
  FOR chat IN SELECT chat_id FROM chat_members WHERE company_id = NEW.company_id AND user_id = NEW.id LOOP
    scope := chat_scope(chat_member_ids(NEW.company_id, chat.chat_id));
    PERFORM log_change(NEW.company_id, 'chats', chat.chat_id::text, NULL, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_chats_of_user AFTER UPDATE OF name ON users FOR EACH ROW
  WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION log_chats_of_user();
