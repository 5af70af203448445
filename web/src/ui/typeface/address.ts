/// <reference types="vite/client" />
import file from './inter.woff2?url';

/** Where our typeface lies, as a whole address. */
export const TYPEFACE = new URL(file, import.meta.url).href;
