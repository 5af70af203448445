import { defineTexts, plural } from '../../../shell/index.ts';

export const lockSettingTexts = defineTexts(
  {
    title: 'App-Sperre',
    hint: 'Kontor öffnet sich dann erst mit Finger, Gesicht oder Code dieses Geräts. Erinnerungen und Mitteilungen kommen weiter.',
    label: 'Kontor sperren',
    off: 'Nie',
    after: (minutes: number) =>
      minutes === 0
        ? 'Sobald es nicht mehr zu sehen ist'
        : `Nach ${plural('de', minutes, 'Minute', 'Minuten')} im Hintergrund`,
    hidden:
      'Die Übersicht der offenen Apps zeigt nichts von Kontor. Vor Android 13 sind auch Bildschirmfotos gesperrt.',
    unset: 'Dieses Gerät hat keine Bildschirmsperre. Richten Sie in seinen Einstellungen zuerst eine ein.',
    unsetLocked:
      'Dieses Gerät hat keine Bildschirmsperre mehr: Beim nächsten Sperren lässt sich Kontor erst öffnen, wenn Sie wieder eine eingerichtet haben.',
    refused: 'Das Gerät hat Sie nicht erkannt. Es bleibt, wie es war.',
    failed: 'Das hat nicht geklappt. Es bleibt, wie es war.',
  },
  {
    title: 'App lock',
    hint: 'Kontor then opens only by the finger, face or code of this device. Reminders and notifications still come.',
    label: 'Lock Kontor',
    off: 'Never',
    after: (minutes: number) =>
      minutes === 0
        ? 'As soon as it is not seen any more'
        : `After ${plural('en', minutes, 'minute', 'minutes')} in the background`,
    hidden: 'The list of open apps shows nothing of Kontor. Before Android 13 screenshots are off, too.',
    unset: 'This device has no screen lock. Set one up in its settings first.',
    unsetLocked:
      'This device has no screen lock any more: once Kontor is locked it can only be opened after you have set one up again.',
    refused: 'The device did not recognise you. All stays as it was.',
    failed: 'That did not work. All stays as it was.',
  },
);
