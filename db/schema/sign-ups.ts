import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Language } from "../../contracts/languages.ts";
import { createdAt, instant } from "./columns.ts";

/**
 * The code that was mailed to an address for a sign-up: one per address, so a new one replaces the old one. Visible to the
 * platform's transactions only: no company exists yet.
 */
export const signUpCodes = pgTable("sign_up_codes", {
  /** Lower case. */
  email: text("email").primaryKey(),
  /** Keyed with SECRET_KEY: a stolen table allows no guesses. */
  codeHash: text("code_hash").notNull(),
  attempts: integer("attempts").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
  /** No code can be asked for before this instant, after too many wrong attempts; null: none. */
  lockedUntil: instant("locked_until"),
});

/** A company that waits for the link in the mail. */
export type PendingSignUp = {
  name: string;
  phone: string;
  planId: string;
  passwordHash: string;
  userName?: string;
  language: Language;
};

/** The single-use tokens of sign-ups. Visible to the platform's transactions only. */
export const signUpTokens = pgTable(
  "sign_up_tokens",
  {
    /** SHA-256 of the token. */
    tokenHash: text("token_hash").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    /** Null: the proof that a code has confirmed the address. Otherwise the token of a mailed link, and its company. */
    pending: jsonb("pending").$type<PendingSignUp>(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("sign_up_tokens_email").on(t.email)],
);
