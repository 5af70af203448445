export { attemptOf, hangUpIdOf, noteAttemptCall } from './attempts.ts';
export { dialCommandHandlers, dialQueryHandlers } from './handlers.ts';
export { locationBinding, sessionBinding } from './secrets.ts';
export { dialSettingsCommands, dialSettingsHandlers } from './settings.ts';
