export { TTL_S, retryAfterMs, type Delivery, type Envelope, type Outcome, type ServiceDevice } from './outcome.ts';
export {
  DEVICE_HEADER,
  PROBLEM_HEADER,
  PUSH_PATH,
  ServiceDeviceSchema,
  answerOf,
  judgeRelay,
  readDeviceHeader,
  toDeviceHeader,
  type RelayAnswer,
} from './relay-wire.ts';
export { openPushServices, type KeySettings, type PushServices, type ServicePlaces } from './services.ts';
