export { loadCertificate } from './certificate.ts';
export { FORGET_ASKED_MS, FORGET_PASSED_MS, judge, type Known } from './greylist.ts';
export type { Limits } from './limits.ts';
export { startMailReceiver, type MailReceiver } from './receiver.ts';
export type { Attempt, MailSink, ReceivedMail, Recipient } from './sink.ts';
