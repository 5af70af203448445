export { madeBytes, openPreviews, previewOf, readInside, type PreviewParts, type StoredFile } from './look.ts';
export { OfficeConverter } from './office.ts';
export type { InnerMail } from './inside.ts';
