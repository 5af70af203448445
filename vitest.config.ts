import { defineConfig } from 'vitest/config';

/** How long a state may be waited for, in milliseconds: the usual second is nothing on a machine that has much to do. */
const patient = (timeout: number) => ({ poll: { timeout } });

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'server/src/**/rules.test.ts',
            'server/src/platform/config/*.test.ts',
            'chaos/src/{check,clients}/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: [
            '**/rules.test.ts',
            'server/src/platform/config/**',
            'server/src/platform/db/embedded/**',
            'server/src/testing/start.test.ts',
            'server/src/testing/scale/**',
          ],
          globalSetup: ['server/src/testing/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: patient(15_000),
        },
      },
      {
        // Start and kill database servers: slow, and none of them wants the shared one.
        test: {
          name: 'embedded',
          include: ['server/src/platform/db/embedded/**/*.test.ts', 'server/src/testing/start.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient(30_000),
        },
      },
      {
        // Several processes on the services that a company runs beyond one machine. `npm run test:scale` runs all of "server" so.
        test: {
          name: 'scale',
          include: [
            'server/src/testing/scale/*.test.ts',
            'server/src/testing/contract.test.ts',
            'server/src/modules/activity/activity.test.ts',
            'server/src/modules/mail/reading.test.ts',
          ],
          globalSetup: ['server/src/testing/scale/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          expect: patient(20_000),
        },
      },
      {
        // Starts a server of its own and breaks it: minutes where it is asked for, well below one else.
        test: {
          name: 'chaos',
          include: ['chaos/src/*.test.ts'],
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          isolate: false,
          globalSetup: ['e2e/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient(30_000),
        },
      },
    ],
  },
});
