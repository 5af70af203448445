export { OfficeConverter, type OfficeFailure } from './office.ts';
export { PreviewReader, type LookedAt, type PreviewFailure, type PreviewFile } from './preview-reader.ts';
export type { InnerFile, InnerMail } from './inside.ts';
