/** Whether the tests run on a Citus cluster (`npm run test:citus`). */
export const isOnNodes = Boolean(process.env.TEST_SESSION_OPTIONS);
