import * as v from 'valibot';
import { filledText, text } from '../../kernel/index.ts';

/** Rule of an instance's name: numbers and letters only; it is kept in lower case. */
export const InstanceNameSchema = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9]{1,63}$/, 'The instance name must consist of numbers and letters only'),
);

/** Names are compared in lower case; what can be typed at a keyboard without spaces is allowed. */
export const UserNameSchema = v.pipe(
  filledText(100),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[^\s/\\]+$/u, 'USER_NAME_INVALID'),
);

export const PASSWORD_MIN_LENGTH = 12;
export const PasswordSchema = v.pipe(text(1000), v.minLength(PASSWORD_MIN_LENGTH, 'PASSWORD_TOO_SHORT'));
