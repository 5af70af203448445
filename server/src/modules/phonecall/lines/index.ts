export { announceLines, lineCommandHandlers, lineQueryHandlers, phoneLinesOf, type LineParts } from './handlers.ts';
export { escapeXml, mayBeHost } from './rules.ts';
export { hashOfPath, historyBinding, lineBinding, openSealed } from './secrets.ts';
export { findLine, holdLine, lineOfPath, updateLine, type LineRow } from './store.ts';
