export { PIECE_BYTES } from './intake.ts';
export { uploadRoute } from './route.ts';
export { startUploadSweep, sweepUploads, uploadJobs } from './sweep.ts';
export { fileName, typeOf } from './type.ts';
export { findUploads, releaseUploads, takeUploads, type UploadedFile } from './taking.ts';
