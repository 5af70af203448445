import type { GateParts } from './modules/account/index.ts';
import {
  renumberPhones,
  takeContactDetails,
  type PhonecallParts,
  type PhoneOptions,
} from './modules/phonecall/index.ts';
import { tellPresence, type PresenceParts } from './modules/presence/index.ts';
import { renewNumbers } from './modules/record/index.ts';
import { pushOut } from './modules/settings/index.ts';
import type { Config } from './platform/config/config.ts';
import type { ChangeContext, Instance, Platform } from './platform/operation/context.ts';
import { peopleWhoWantRinging } from './between-modules.ts';

interface Given {
  readonly platform: Platform;
  readonly gateParts: GateParts;
  readonly config: Config;
  readonly options: PhoneOptions | undefined;
  readonly originOf: (instance: Instance) => string;
  readonly presence: PresenceParts;
}

/** What calls stand on beside their own items: telephone systems, devices, and who is told that somebody talks. */
export const phoneParts = ({
  platform,
  gateParts: { change, directory },
  config,
  options,
  originOf,
  presence,
}: Given): Omit<PhonecallParts, 'list' | 'itemKinds' | 'previews'> => ({
  phonePolicy: { allowPrivateHosts: config.phonePrivateHosts },
  ...options,
  platform,
  change,
  instanceById: directory.byId,
  originOf,
  pushOut,
  wantRinging: peopleWhoWantRinging,
  tellTalking: (ctx, userIds) => tellPresence(ctx, presence, userIds),
});

/** What numbers follow: the country of an instance, and what mails say of how their senders are reached. */
export const phonePorts = {
  onPhoneCountry: async (ctx: ChangeContext): Promise<void> => {
    await renewNumbers(ctx);
    await renumberPhones(ctx);
  },
  onContactDetails: takeContactDetails,
};
