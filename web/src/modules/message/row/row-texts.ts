import { defineTexts, plural } from '../../../shell/index.ts';

export const rowTexts = defineTexts(
  {
    own: 'Sie: ',
    unread: (count: number) => plural('de', count, 'ungelesener Text', 'ungelesene Texte'),
    counts: (read: number, done: number) => (done === 0 ? `${read} gelesen` : `${read} gelesen, ${done} erledigt`),
    muted: 'Stummgeschaltet',
    awaited: 'Wartet auf Antwort',
    mentioned: 'Sie sind erwähnt',
    sendAt: (time: string) => `Wird gesendet ${time}`,
  },
  {
    own: 'You: ',
    unread: (count) => plural('en', count, 'unread text', 'unread texts'),
    counts: (read, done) => (done === 0 ? `${read} read` : `${read} read, ${done} done`),
    muted: 'Muted',
    awaited: 'Waiting for an answer',
    mentioned: 'You are mentioned',
    sendAt: (time) => `Will be sent ${time}`,
  },
);
