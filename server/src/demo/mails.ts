/** The mails of the demo instance: a machine maker's four weeks, told in stories. */
import { createCalendar } from './calendar.ts';
import { composeStory } from './compose.ts';
import { demoStories } from './stories/index.ts';

export interface DemoMail {
  mailbox: 'anna' | 'ben' | 'chris' | 'info' | 'service';
  folder: 'INBOX' | 'Sent';
  status: 'unseen' | 'seen' | 'ready';
  raw: Buffer;
  date: Date;
}

/** Every mail of the four weeks before now, the oldest first; the same for the same now. */
export async function demoMails(now: Date): Promise<DemoMail[]> {
  const calendar = createCalendar(now);
  const mails: DemoMail[] = [];
  for (const story of demoStories()) {
    mails.push(...(await composeStory(story, calendar)));
  }
  return mails.sort((a, b) => a.date.getTime() - b.date.getTime());
}
