import { createLogger, type Logger } from '../platform/log/logger.ts';
import type { Io } from './io.ts';

/** The log of what a command does: errors alone, a line each, where its faults stand. */
export const logOf = (io: Io): Logger => createLogger('error', 'json', { write: (line) => io.err(line.trimEnd()) });
