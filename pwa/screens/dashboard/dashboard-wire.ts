import * as v from "valibot";
import { DashboardWire } from "../../../contracts/wire/dashboard.ts";

export type Dashboard = DashboardWire;

export const readDashboard = (answer: unknown): Dashboard => v.parse(DashboardWire, answer);
