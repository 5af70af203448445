import { defineTexts } from '../language.ts';

export const lockTexts = defineTexts(
  {
    title: 'Kontor ist gesperrt',
    reason: 'Kontor entsperren',
    text: 'Entsperren Sie Kontor so, wie Sie dieses Gerät entsperren.',
    asking: 'Das Gerät fragt …',
    refused: 'Das hat nicht geklappt. Kontor bleibt gesperrt.',
    unset:
      'Dieses Gerät hat keine Bildschirmsperre mehr. Richten Sie in seinen Einstellungen eine ein, dann können Sie Kontor entsperren.',
    kept: 'Was Sie gerade schreiben, bleibt stehen.',
    unlock: 'Entsperren',
  },
  {
    title: 'Kontor is locked',
    reason: 'Unlock Kontor',
    text: 'Unlock Kontor the way you unlock this device.',
    asking: 'The device is asking …',
    refused: 'That did not work. Kontor stays locked.',
    unset: 'This device has no screen lock any more. Set one up in its settings, then you can unlock Kontor.',
    kept: 'What you are writing stays as it is.',
    unlock: 'Unlock',
  },
);
