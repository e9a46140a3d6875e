/**
 * The accounts of the demo companies. Their password is in the README, so they must not exist in production with it.
 */
export const demoAccounts = {
  admin: "admin@demo.example",
  ana: "ana@demo.example",
  bia: "bia@demo.example",
  other: "admin@outra.example",
} as const;
export const DEMO_PASSWORD = "Balcao123!";
