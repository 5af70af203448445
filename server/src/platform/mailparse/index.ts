export { MailParser, type MailParserOptions, type MailSource } from './pool.ts';
export { crudeHeaders, type CrudeHeaders } from './crude-headers.ts';
export { HEADER_BYTES, readHeaders } from './headers.ts';
export { atClock, type CalendarEvent } from './calendar.ts';
export { writeReply, type CalendarReply } from './calendar-reply.ts';
export type { Contact } from './contacts.ts';
export type { UnsubscribeOffer } from './unsubscribe.ts';
export {
  LIMITS,
  type DeliveryReport,
  PARSER_FORM,
  type MailAddress,
  type ParsedAttachment,
  type ParsedMail,
  type ParseFailureReason,
} from './parsed-mail.ts';
export { limitDepth, sanitizeMailHtml } from './sanitize.ts';
export { signatureOf } from './signature.ts';
export { withoutQuotes } from './unquoted.ts';
