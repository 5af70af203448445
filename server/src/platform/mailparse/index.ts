export { MailParser, type MailParserOptions, type MailSource } from './pool.ts';
export { crudeHeaders, type CrudeHeaders } from './crude-headers.ts';
export { HEADER_BYTES, readHeaders } from './headers.ts';
export {
  LIMITS,
  type MailAddress,
  type ParsedAttachment,
  type ParsedMail,
  type ParseFailureReason,
} from './parsed-mail.ts';
