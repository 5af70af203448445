export { MAX_CHECKED_BYTES, checkOrigin, type Origin } from './origin.ts';
export { SignatureReader, type SignatureRead } from './signature-reader.ts';
export { readAuthority } from './authority.ts';
