import { afterAll, afterEach } from 'vitest';
import { closeWindows, tellOfWindows } from './browser.ts';

// Runs with each file of journeys: a window that a file leaves open would go on looking for a Kontor that has ended.
afterAll(closeWindows);

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tellOfWindows();
});
