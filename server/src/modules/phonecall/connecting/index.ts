export { startConnecting, type ConnectingParts } from './watching.ts';
