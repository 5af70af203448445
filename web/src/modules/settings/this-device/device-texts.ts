import { defineTexts, plural } from '../../../shell/index.ts';

export const deviceTexts = defineTexts(
  {
    retry: 'Erneut versuchen',
    allow: 'Erlauben',
    openSystem: 'Einstellungen des Geräts öffnen',
    notices: 'Mitteilungen',
    noticesHint:
      'Kontor meldet sich, auch wenn es nicht geöffnet ist. Was in einer Mitteilung steht, kennt der Push-Dienst nicht.',
    permission: {
      granted: 'Das System lässt Kontor Mitteilungen zeigen.',
      default: 'Das System hat noch nicht gefragt, ob Kontor Mitteilungen zeigen darf.',
      denied: 'Das System lässt Kontor keine Mitteilungen zeigen. Ändern können Sie das in dessen Einstellungen.',
      missing: 'Dieses Gerät kann hier keine Mitteilungen zeigen.',
    },
    registered: 'Dieses Gerät ist beim Server angemeldet.',
    notRegistered: 'Dieses Gerät ist nicht angemeldet. Einschalten können Sie es bei den Benachrichtigungen.',
    toPush: 'Benachrichtigungen',
    test: 'Testmitteilung senden',
    testing: 'Test läuft …',
    testHint: 'Geht den ganzen Weg und zeigt, wie weit er gekommen ist.',
    testTitle: 'Weg der Testmitteilung',
    testFailed: 'Der Test konnte nicht gesendet werden.',
    testLost: 'Der Test ist nicht angekommen. Der letzte Schritt, der gelungen ist, zeigt, wo es hakt.',
    testDone: (ms: string) => `Angekommen nach ${ms}.`,
    steps: {
      token: 'Gerät ist angemeldet',
      server: 'Server hat verschlüsselt',
      relay: 'Weiterleitung hat angenommen',
      service: 'Push-Dienst hat angenommen',
      arrived: 'Auf diesem Gerät angekommen',
    },
    stepFaults: {
      paused: 'Das Gerät war zu oft nicht zu erreichen. Schalten Sie Mitteilungen aus und wieder ein.',
      noService: 'Dieser Server kann an solche Geräte nichts senden.',
      relayUnreached: 'Die Weiterleitung ist nicht zu erreichen.',
      relayBusy: 'Die Weiterleitung hat zu viel zu tun.',
      relayRefused: 'Die Weiterleitung hat abgelehnt.',
      unreached: 'Der Push-Dienst ist nicht zu erreichen.',
      busy: 'Der Push-Dienst hat zu viel zu tun.',
      refused: 'Der Push-Dienst hat abgelehnt.',
      gone: 'Der Push-Dienst kennt dieses Gerät nicht mehr. Schalten Sie Mitteilungen aus und wieder ein.',
      notArrived: 'Der Push-Dienst hat die Mitteilung, aber sie kam nicht an.',
    },
    stepDone: (ms: string) => `nach ${ms}`,
    stepOpen: 'noch nicht',
    stepSkipped: 'nicht nötig',
    milliseconds: (count: string) => `${count}\u00a0ms`,
    exact: 'Erinnerungen auf die Minute',
    exactOn: 'Erinnerungen klingeln zur eingestellten Zeit.',
    exactOff: 'Das System darf Erinnerungen um viele Minuten verschieben. Erlauben Sie Kontor Wecker und Erinnerungen.',
    battery: 'Akku',
    batteryHint: {
      samsung:
        'Samsung legt Apps schlafen, die länger nicht geöffnet waren. Nehmen Sie Kontor unter „Akku“, „Nutzungsgrenzen im Hintergrund“, „Apps ohne Ruhemodus“ auf.',
      xiaomi:
        'Xiaomi beendet Apps im Hintergrund. Schalten Sie für Kontor „Autostart“ ein, und stellen Sie den Energiesparmodus der App auf „Keine Beschränkungen“.',
      huawei:
        'Huawei und Honor beenden Apps im Hintergrund. Stellen Sie Kontor unter „App-Start“ auf „Manuell verwalten“, und erlauben Sie alle drei Punkte.',
      oneplus:
        'OnePlus beendet Apps im Hintergrund. Stellen Sie die Akkuoptimierung von Kontor auf „Nicht optimieren“.',
      oppo: 'Oppo und Realme beenden Apps im Hintergrund. Erlauben Sie Kontor „Autostart“ und „Aktivität im Hintergrund“.',
      google: 'Steht die Akkunutzung von Kontor auf „Eingeschränkt“, kommen Mitteilungen spät oder gar nicht.',
      apple:
        'Ist „Hintergrundaktualisierung“ für Kontor aus oder der Stromsparmodus an, holt das Gerät Erinnerungen seltener.',
      other:
        'Manche Geräte beenden Apps im Hintergrund, um Strom zu sparen. Nehmen Sie Kontor davon aus, wenn Mitteilungen spät kommen.',
    },
    location: 'Standort',
    locationHint:
      'Nur damit sich an Ihren Orten der richtige Zustand zeigt. Wo Sie sind, erfährt der Server nie: nur, ob Sie an einem dieser Orte sind.',
    locationSteps: {
      whileOpen: 'Während Kontor geöffnet ist',
      whileOpenWhy: 'Damit „Ich bin hier“ und „Hier“ nachsehen können.',
      always: 'Immer',
      alwaysWhy:
        'Damit das Gerät selbst bemerkt, dass Sie ankommen oder gehen. Ohne eingeschaltete Orte wird nichts beobachtet.',
    },
    stepIsOn: 'erlaubt',
    locationDenied: 'Das System lässt Kontor den Standort nicht verwenden.',
    toPlaces: 'Orte',
    storage: 'Speicher',
    storageUsed: (used: string) => `Kontor belegt auf diesem Gerät ${used}.`,
    storageUnknown: 'Wie viel Kontor belegt, sagt dieses Gerät nicht.',
    toOffline: 'Was gespeichert wird',
    accounts: 'Anmeldungen auf diesem Gerät',
    accountsText: (count: number) =>
      `Auf diesem Gerät sind Sie bei ${plural('de', count, 'Instanz', 'Instanzen')} angemeldet.`,
    signOutAll: 'Überall abmelden',
    signOutTitle: 'Auf diesem Gerät überall abmelden?',
    signOutText:
      'Mitteilungen und Erinnerungen enden, und was zum Lesen gespeichert war, wird gelöscht. Änderungen, die noch nicht gesendet sind, bleiben verschlüsselt bis zur nächsten Anmeldung.',
    signOutFailed: 'Nicht überall hat das Abmelden geklappt. Versuchen Sie es noch einmal.',
    toSecurity: 'Andere Geräte abmelden',
  },
  {
    retry: 'Try again',
    allow: 'Allow',
    openSystem: 'Open the settings of the device',
    notices: 'Notifications',
    noticesHint:
      'Kontor notifies you even while it is not open. The push service does not know what a notification says.',
    permission: {
      granted: 'The system lets Kontor show notifications.',
      default: 'The system has not asked yet whether Kontor may show notifications.',
      denied: 'The system does not let Kontor show notifications. You can change that in its settings.',
      missing: 'This device cannot show notifications here.',
    },
    registered: 'This device is registered with the server.',
    notRegistered: 'This device is not registered. You can switch it on under Push.',
    toPush: 'Push',
    test: 'Send a test notification',
    testing: 'Test is running …',
    testHint: 'Goes the whole way and shows how far it has come.',
    testTitle: 'Way of the test notification',
    testFailed: 'The test could not be sent.',
    testLost: 'The test has not arrived. The last step that was done shows where it is stuck.',
    testDone: (ms: string) => `Arrived after ${ms}.`,
    steps: {
      token: 'Device is registered',
      server: 'Server has encrypted it',
      relay: 'Relay has taken it',
      service: 'Push service has taken it',
      arrived: 'Arrived on this device',
    },
    stepFaults: {
      paused: 'The device could not be reached too often. Turn notifications off and on again.',
      noService: 'This server can send nothing to devices of this kind.',
      relayUnreached: 'The relay cannot be reached.',
      relayBusy: 'The relay has too much to do.',
      relayRefused: 'The relay has refused it.',
      unreached: 'The push service cannot be reached.',
      busy: 'The push service has too much to do.',
      refused: 'The push service has refused it.',
      gone: 'The push service does not know this device any more. Turn notifications off and on again.',
      notArrived: 'The push service has it, but it did not arrive.',
    },
    stepDone: (ms: string) => `after ${ms}`,
    stepOpen: 'not yet',
    stepSkipped: 'not needed',
    milliseconds: (count: string) => `${count}\u00a0ms`,
    exact: 'Reminders to the minute',
    exactOn: 'Reminders ring at the time that was set.',
    exactOff: 'The system may put reminders off by many minutes. Allow alarms and reminders for Kontor.',
    battery: 'Battery',
    batteryHint: {
      samsung:
        'Samsung puts apps to sleep that were not opened for a while. Add Kontor under “Battery”, “Background usage limits”, “Never sleeping apps”.',
      xiaomi:
        'Xiaomi ends apps in the background. Switch “Autostart” on for Kontor, and set its battery saver to “No restrictions”.',
      huawei:
        'Huawei and Honor end apps in the background. Set Kontor to “Manage manually” under “App launch”, and allow all three points.',
      oneplus: 'OnePlus ends apps in the background. Set the battery optimisation of Kontor to “Don’t optimise”.',
      oppo: 'Oppo and Realme end apps in the background. Allow “Auto launch” and “Background activity” for Kontor.',
      google: 'While the battery usage of Kontor is “Restricted”, notifications come late or not at all.',
      apple:
        'While “Background App Refresh” is off for Kontor, or Low Power Mode is on, the device fetches reminders less often.',
      other:
        'Some devices end apps in the background to save power. Exempt Kontor from that if notifications come late.',
    },
    location: 'Position',
    locationHint:
      'Only so that the right state shows at your locations. The server never learns where you are: only whether you are at one of these locations.',
    locationSteps: {
      whileOpen: 'While Kontor is open',
      whileOpenWhy: 'So that “I am here” and “Here” can look.',
      always: 'Always',
      alwaysWhy:
        'So that the device notices by itself that you arrive or leave. Without locations that are switched on nothing is watched.',
    },
    stepIsOn: 'allowed',
    locationDenied: 'The system does not let Kontor use the position.',
    toPlaces: 'Locations',
    storage: 'Storage',
    storageUsed: (used: string) => `Kontor takes ${used} on this device.`,
    storageUnknown: 'This device does not say how much Kontor takes.',
    toOffline: 'What is kept',
    accounts: 'Sign-ins on this device',
    accountsText: (count: number) =>
      `On this device you are signed in to ${plural('en', count, 'instance', 'instances')}.`,
    signOutAll: 'Sign out everywhere',
    signOutTitle: 'Sign out everywhere on this device?',
    signOutText:
      'Notifications and reminders end, and what was kept to be read is deleted. Changes that are not sent yet stay encrypted until the next sign-in.',
    signOutFailed: 'Signing out did not work everywhere. Please try again.',
    toSecurity: 'Sign out other devices',
  },
);
