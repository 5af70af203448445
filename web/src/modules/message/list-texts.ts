import { defineTexts } from '../../shell/index.ts';

export const listTexts = defineTexts(
  {
    search: 'Nachrichten durchsuchen',
    empty: {
      open: 'Keine offenen Nachrichten',
      mine: 'Sie haben noch niemanden etwas gefragt',
      all: 'Noch keine Nachrichten',
    },
    ownFilters: 'Auswahl der Nachrichten',
    filters: { unread: 'Ungelesen', waiting: 'Warten auf Antwort', mentioned: 'Sie sind erwähnt' },
    emptyFilters: {
      unread: { title: 'Keine ungelesenen Nachrichten', hint: 'Was Sie noch nicht gelesen haben, steht hier.' },
      waiting: {
        title: 'Niemand ist Ihnen eine Antwort schuldig',
        hint: 'Worauf noch jemand antworten soll, steht hier.',
      },
      mentioned: { title: 'Niemand hat Sie erwähnt', hint: 'Worin jemand Sie mit @ nennt, steht hier.' },
    },
    emptyHint: 'Was Kollegen Sie fragen, steht hier, bis Sie es erledigt haben.',
    emptyKey: (key: string) => `${key} fragt einen Kollegen. Was Kollegen Sie fragen, steht hier.`,
    write: 'Nachricht schreiben',
  },
  {
    search: 'Search messages',
    empty: {
      open: 'No open messages',
      mine: 'You have not asked anybody anything yet',
      all: 'No messages yet',
    },
    ownFilters: 'Selection of messages',
    filters: { unread: 'Unread', waiting: 'Waiting for an answer', mentioned: 'You are mentioned' },
    emptyFilters: {
      unread: { title: 'No unread messages', hint: 'What you have not read yet stands here.' },
      waiting: { title: 'Nobody owes you an answer', hint: 'What somebody is still to answer stands here.' },
      mentioned: { title: 'Nobody has mentioned you', hint: 'Where somebody names you with @ stands here.' },
    },
    emptyHint: 'What colleagues ask you stands here until you are done with it.',
    emptyKey: (key) => `${key} asks a colleague. What colleagues ask you stands here.`,
    write: 'Write a message',
  },
);
