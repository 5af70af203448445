import { defineTexts } from '../../shell/index.ts';

export const texts = defineTexts(
  {
    settings: 'Einstellungen',
    toSettings: 'Alle Einstellungen',
    groups: { personal: 'Persönlich', mail: 'E-Mail', company: 'Unternehmen', system: 'System' },
    person: 'Person',
    instances: 'Instanzen',
    signOut: 'Abmelden',
    signOutHint:
      'Änderungen, die noch nicht gesendet sind, bleiben auf diesem Gerät und werden nach Ihrer nächsten Anmeldung gesendet.',
    administrator: 'Verwaltet diese Instanz',
  },
  {
    settings: 'Settings',
    toSettings: 'All settings',
    groups: { personal: 'Personal', mail: 'Mail', company: 'Company', system: 'System' },
    person: 'Person',
    instances: 'Instances',
    signOut: 'Sign out',
    signOutHint: 'Changes that have not been sent stay on this device and are sent after you sign in again.',
    administrator: 'Manages this instance',
  },
);
