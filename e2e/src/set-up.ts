import { afterAll } from 'vitest';
import { closeWindows } from './browser.ts';

// Runs with each file of journeys: a window that a file leaves open would go on looking for a Kontor that has ended.
afterAll(closeWindows);
