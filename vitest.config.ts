import { defineConfig } from 'vitest/config';
import { hasLongTests } from './server/src/testing/long.ts';
import { componentTests } from './web/tools/component-tests.ts';

/**
 * How long a test may take, and how long it waits for a state, in milliseconds: what ends a test that hangs, and nothing else. A machine with
 * much to do takes ten times as long as a quiet one, which is no failure; so no test has a shorter time of its own.
 */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

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
          ...patience,
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
          ...patience,
        },
      },
      {
        // Start and kill database servers: slow, and none of them wants the shared one.
        test: {
          name: 'embedded',
          include: ['server/src/platform/db/embedded/**/*.test.ts', 'server/src/testing/start.test.ts'],
          fileParallelism: false,
          experimental: native,
          ...patience,
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
          ...patience,
        },
      },
      {
        // Starts a server of its own and breaks it: minutes where it is asked for, well below one else.
        test: {
          name: 'chaos',
          include: ['chaos/src/*.test.ts'],
          fileParallelism: false,
          experimental: native,
          ...patience,
          testTimeout: 900_000,
        },
      },
      await componentTests(patience),
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts', ...(hasLongTests ? ['e2e/long/*.test.ts'] : [])],
          isolate: false,
          experimental: native,
          globalSetup: ['e2e/src/global-setup.ts'],
          setupFiles: ['server/src/testing/logged-setup.ts', 'e2e/src/set-up.ts'],
          ...patience,
        },
      },
    ],
  },
});
