export { cleanerOf, escapeHtml } from './clean.ts';
