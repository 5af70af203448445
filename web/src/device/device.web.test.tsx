import { describe } from 'vitest';
import { watchSavedFiles } from '../testing/saved-files.ts';
import { createNativeDevice } from './device.native.ts';
import { webDevice } from './device.web.ts';
import { deviceContract } from './testing/device-contract.ts';

describe('what every device keeps to, in a browser', () => {
  deviceContract(() => {
    watchSavedFiles();
    return webDevice;
  });
});
// Push and background fetches have no web half: those parts say that they are not possible.
describe('what every device keeps to, on the web halves of the plugins', () => {
  deviceContract(createNativeDevice);
});
