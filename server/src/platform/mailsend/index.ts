export { createMailer, type Mailer, type OwnMail } from './mailer.ts';
export { relayOf, type MailRelay } from './relay.ts';
