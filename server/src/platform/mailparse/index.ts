export { MailParser, type MailParserOptions } from './pool.ts';
export { crudeHeaders } from './crude-headers.ts';
export { HEADER_BYTES, readHeaders } from './headers.ts';
export {
  LIMITS,
  type MailAddress,
  type ParsedAttachment,
  type ParsedMail,
  type ParseFailureReason,
} from './parsed-mail.ts';
