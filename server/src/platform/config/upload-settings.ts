import { setting, whole } from './setting.ts';

const MAX_BYTES = 5 * 1024 * 1024 * 1024;

/** Files that people bring. */
export const uploadSettings = {
  uploadMaxBytes: setting({
    name: 'KONTOR_UPLOAD_MAX_BYTES',
    description: 'The most bytes of one file that people upload.',
    allowed: `a whole number from 1048576 to ${MAX_BYTES}`,
    default: '104857600 (100 MiB)',
    parse: whole(1024 * 1024, MAX_BYTES),
    fallback: () => 100 * 1024 * 1024,
  }),
};
