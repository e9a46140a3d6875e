export { type Dashboard, loadDashboard } from "./load-dashboard.ts";
