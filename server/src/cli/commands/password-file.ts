/** The option of all commands that set a password. */
export const PASSWORD_FILE = [
  '--password-file <file>',
  'take the password from a file, or from standard input with "-" (default: one is generated and printed)',
] as const;
