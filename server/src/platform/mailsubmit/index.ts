export { handOver, type HandedOver, type HandOverParts, type Letter, type ReceiverDecision } from './hand-over.ts';
export { KeptConnections } from './kept.ts';
export { SUBMIT_DEADLINES, type SendFault, type SubmitServer } from './server.ts';
export { testSubmit } from './test-submit.ts';
export { composeMail, signMail, type SigningKey } from './compose.ts';
