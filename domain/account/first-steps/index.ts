export { hasAnswered } from "./has-answered.ts";
