export { announceLines, lineCommandHandlers, lineQueryHandlers, type LineParts } from './handlers.ts';
export { escapeXml, mayBeHost } from './rules.ts';
export { hashOfPath, lineBinding, openSealed } from './secrets.ts';
export { findLine, lineOfPath, updateLine, type LineRow } from './store.ts';
