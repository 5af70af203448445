import { defineConfig } from 'vitest/config';
import { hasLongTests } from './server/src/testing/long.ts';
import { componentTests } from './web/tools/component-tests.ts';

/** How long a state may be waited for, in milliseconds: the usual second is nothing on a machine that has much to do. */
const patient = (timeout: number) => ({ poll: { timeout } });

/** Node itself loads the modules, as it does those of a server that people run: quicker than a loader of the test runner's own. */
const native = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'web/src/**/*.test.ts',
            'server/src/**/rules.test.ts',
            'server/src/platform/config/*.test.ts',
            'chaos/src/{check,clients}/*.test.ts',
            'tools/lib/*.test.mjs',
          ],
          // All files of a worker are in one world: half of the time was spent to load the same code again. What a test stubs is put back.
          isolate: false,
          // Properties are tried on many inputs, which a machine with much to do takes its time for.
          testTimeout: 30_000,
          expect: patient(10_000),
          unstubGlobals: true,
          restoreMocks: true,
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
          setupFiles: ['server/src/testing/logged-setup.ts'],
          isolate: false,
          experimental: native,
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
          experimental: native,
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
            'server/src/testing/contract/sample.test.ts',
            'server/src/modules/activity/activity.test.ts',
            'server/src/modules/mail/reading/reading.test.ts',
          ],
          experimental: native,
          globalSetup: ['server/src/testing/scale/global-setup.ts'],
          setupFiles: ['server/src/testing/logged-setup.ts'],
          isolate: false,
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
          experimental: native,
          testTimeout: 900_000,
        },
      },
      await componentTests({ expect: patient(15_000) }),
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts', ...(hasLongTests ? ['e2e/long/*.test.ts'] : [])],
          isolate: false,
          experimental: native,
          globalSetup: ['e2e/src/global-setup.ts'],
          setupFiles: ['server/src/testing/logged-setup.ts', 'e2e/src/set-up.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient(30_000),
        },
      },
    ],
  },
});
