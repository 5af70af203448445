export { ParserPool, type PoolFailure, type PoolFailureReason, type PoolLimits, type PoolOptions } from './pool.ts';
