import { beforeEach } from "vitest";
import { overwriteGetLocale } from "../i18n/paraglide/runtime.js";

/** Runs before each test file without a database: texts are in Portuguese, unless a test chooses another language. */
beforeEach(() => overwriteGetLocale(() => "pt"));
