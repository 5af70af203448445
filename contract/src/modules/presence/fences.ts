import * as v from 'valibot';
import { defineCommand, text } from '../../kernel/index.ts';

/** Path at which a device says that it has entered or left a place, with a token that is good for nothing else. */
export const FENCE_PATH = '/userstatus/userstatus/geofence';

/** Makes the token by which this device says that it has entered or left places, in the place of the one before. */
export const fenceToken = defineCommand({
  name: 'fence.token',
  params: v.strictObject({ deviceName: text(120) }),
  result: v.object({
    token: v.string(),
    /** ISO instant. */
    validUntil: v.string(),
  }),
  secret: true,
  example: {
    params: { deviceName: 'Pixel 9' },
    result: { token: 'ZmVuY2UtdG9rZW4tb2Ytb25lLWRldmljZQ', validUntil: '2027-02-21T09:00:00.000Z' },
  },
});

export const fenceCommands = { fenceToken } as const;
