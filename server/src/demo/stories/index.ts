import { readStories } from '../read-stories.ts';
import type { Story } from '../story.ts';
import { machines } from './machines.ts';
import { readNewsletters } from './newsletters.ts';
import { shops } from './shops.ts';

/** All stories of the demo: the letters that are written in files, and what is sent by the dozen. */
export const demoStories = (): Story[] => [
  ...readStories(import.meta.dirname),
  ...readNewsletters(),
  ...machines,
  ...shops,
];
