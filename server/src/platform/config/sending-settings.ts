import { setting, whole } from './setting.ts';

/** How mail leaves. */
export const sendingSettings = {
  mailMostBytes: setting({
    name: 'KONTOR_MAIL_MOST_BYTES',
    description: 'The most bytes that text and files of one mail that is sent may have together.',
    allowed: 'a whole number from 65536 to 268435456',
    default: '26214400 (25 MiB)',
    parse: whole(64 * 1024, 256 * 1024 * 1024),
    fallback: () => 25 * 1024 * 1024,
  }),
  mailMostReceivers: setting({
    name: 'KONTOR_MAIL_MOST_RECEIVERS',
    description: 'The most receivers of one mail that is sent.',
    allowed: 'a whole number from 1 to 3000',
    default: '500',
    parse: whole(1, 3000),
    fallback: () => 500,
  }),
  sendTriesHours: setting({
    name: 'KONTOR_SEND_TRIES_HOURS',
    description: 'For how many hours a mail is tried that its mail server does not take.',
    allowed: 'a whole number from 1 to 720',
    default: '120 (five days)',
    parse: whole(1, 720),
    fallback: () => 120,
  }),
};
