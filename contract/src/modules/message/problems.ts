/** Why something does not go to an address. */
export const MAIL_PROBLEMS = ['MESSAGE_SENDER_MISSING', 'MESSAGE_MAIL_TOO_LARGE'] as const;
export const ADDRESS_PROBLEMS = [
  ...MAIL_PROBLEMS,
  'MESSAGE_ADDRESS_INVALID',
  'MESSAGE_TOO_MANY_ADDRESSES',
  'MESSAGE_OPEN_ADDRESS',
] as const;

/**
 * MESSAGE_RECEIVERS_NONE: nobody is left whom it could go to. MESSAGE_TOO_MANY_RECEIVERS: `data.max` are the most. MESSAGE_SENT: it was sent
 * already, or waits for that; for `message.unsend`: nothing waits any more. MESSAGE_TEXT_LATE: the time in which a text can be edited or taken back is over. MESSAGE_TEXT_CONFLICT: it was edited or taken back
 * meanwhile; `data` is the text as it stands. MESSAGE_FILE_MISSING: a file was not uploaded, not to its end, or is named twice; `data` is how it was named.
 * MESSAGE_NOT_OPEN: its people are those whom it was sent to. MESSAGE_OPEN_ADDRESS: open ones go to nobody without an account. MESSAGE_ADDRESS_INVALID:
 * nothing can be sent to `data.address`. MESSAGE_TOO_MANY_ADDRESSES: `data.max` are the most. MESSAGE_SENDER_MISSING: the person may not send mail, or has no
 * address to send it from. MESSAGE_MAIL_TOO_LARGE: the files are more than a mail may bear. MESSAGE_TEXT_MAILED: it went out as a mail, too, which is
 * not to be changed any more.
 */
export const problems = {
  MESSAGE_RECEIVERS_NONE: 422,
  MESSAGE_TOO_MANY_RECEIVERS: 422,
  MESSAGE_SENT: 409,
  MESSAGE_TEXT_LATE: 409,
  MESSAGE_TEXT_CONFLICT: 409,
  MESSAGE_FILE_MISSING: 422,
  MESSAGE_NOT_OPEN: 422,
  MESSAGE_OPEN_ADDRESS: 422,
  MESSAGE_ADDRESS_INVALID: 422,
  MESSAGE_TOO_MANY_ADDRESSES: 422,
  MESSAGE_SENDER_MISSING: 422,
  MESSAGE_MAIL_TOO_LARGE: 422,
  MESSAGE_TEXT_MAILED: 409,
} as const;
