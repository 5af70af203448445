import { defineTexts } from '../../../shell/index.ts';

export const pushTexts = defineTexts(
  {
    intro:
      'Das System meldet, was neu ist und woran Sie erinnert werden wollen, solange Sie keine Seite von Kontor vor sich haben. Auf jedem Gerät müssen Sie das einmal erlauben; alles andere gilt auf allen Ihren Geräten.',
    device: 'Dieses Gerät',
    allow: 'Erlauben',
    permission: {
      default: 'Dieser Browser hat noch nicht gefragt, ob Kontor Ihnen etwas melden darf.',
      denied:
        'Dieser Browser lässt Kontor nichts melden. Ändern können Sie das in seinen Einstellungen für diese Website.',
      missing: 'Dieser Browser kann hier nichts melden, etwa weil die Verbindung nicht verschlüsselt ist.',
    },
    push: 'Auch melden, wenn Kontor nicht geöffnet ist',
    pushHint: 'Der Push-Dienst Ihres Browsers erfährt dabei kein Wort vom Inhalt. Wenn Sie sich abmelden, endet es.',
    turning: 'Wird eingestellt …',
    trouble: {
      missing: 'Dieser Browser kann nicht benachrichtigt werden, solange Kontor nicht geöffnet ist.',
      denied: 'Der Browser hat es nicht erlaubt. Ändern können Sie das in seinen Einstellungen für diese Website.',
      unreached:
        'Der Browser erreicht seinen Push-Dienst nicht. Vielleicht ist keine Verbindung da, oder er hat keinen.',
      unready: 'Der Push-Dienst des Browsers ist noch nicht bereit.',
      unserved: 'Der Server kann Browser erreichen, diese Art von Gerät aber nicht.',
    },
    phone: {
      pushHint: 'Der Dienst, der die Meldungen bringt, erfährt kein Wort vom Inhalt. Wenn Sie sich abmelden, endet es.',
      permission: {
        default: 'Das System hat noch nicht gefragt, ob Kontor Ihnen etwas melden darf.',
        denied: 'Das System lässt Kontor nichts melden. Ändern können Sie das in den Einstellungen des Geräts.',
        missing: 'Dieses Gerät kann hier nichts melden.',
      },
      trouble: {
        missing: 'Auf diesem Gerät ist nichts, was die Meldungen bringen kann, solange Kontor nicht geöffnet ist.',
        denied: 'Das System hat es nicht erlaubt. Ändern können Sie das in den Einstellungen des Geräts.',
        unreached: 'Dieses Gerät erreicht seinen Push-Dienst nicht. Vielleicht ist keine Verbindung da.',
        unready:
          'Der Push-Dienst braucht vorher etwas von Ihnen. Öffnen Sie seine App, und versuchen Sie es dann erneut.',
        unserved:
          'Ihr Server kann diese App nicht benachrichtigen: Er hat keine Weiterleitung zum Push-Dienst eingerichtet. Erinnerungen klingeln trotzdem.',
      },
    },
    service: 'Wer die Meldungen bringt',
    serviceHint:
      'Apps, die Sie dafür eingerichtet haben, kommen ohne Google aus. Google wird erst gefragt, wenn Sie es wählen.',
    serviceOnly: (name: string) => `Die Meldungen bringt ${name}.`,
    serviceChoose: 'Bitte wählen',
    failed: 'Das konnte dem Server nicht gesagt werden.',
    pausedHere: 'Dieses Gerät war fünfmal hintereinander nicht zu erreichen, seither wird ihm nichts mehr gesendet.',
    registerAnew: 'Neu anmelden',
    others: 'Ihre anderen Geräte',
    othersNone: 'Auf keinem anderen Gerät wird gemeldet, solange Kontor dort nicht geöffnet ist.',
    othersHint: 'Ein Gerät, das Sie nicht mehr haben, melden Sie unter Sicherheit ab.',
    since: (time: string) => `seit ${time}`,
    paused:
      'Pausiert: fünfmal hintereinander nicht erreicht. Öffnen Sie dort Kontor, dann meldet es sich von selbst wieder an.',
    notLoaded: 'Ihre Geräte konnten nicht geladen werden',
    kinds: 'Was gemeldet wird',
    kindsNone: 'Zu nichts, was Sie in Kontor haben, gibt es Meldungen.',
    kindsHint: 'Erinnerungen, die Sie selbst stellen oder bekommen, werden immer gemeldet.',
    quiet: 'Ruhezeiten',
    quietOn: 'Zu festen Zeiten nichts melden',
    quietFrom: 'Von',
    quietTo: 'Bis',
    quietDays: 'Beginnt an diesen Tagen',
    quietSaid: {
      sameDay: (from: string, to: string) => `Still von ${from} bis ${to} Uhr.`,
      nextDay: (from: string, to: string) => `Still von ${from} Uhr bis ${to} Uhr am nächsten Tag.`,
      wholeDay: (from: string) => `Still von ${from} Uhr an, einen ganzen Tag lang.`,
      never: 'An keinem Tag: Es wird immer gemeldet.',
    },
    quietHint:
      'Erinnerungen, die in dieser Zeit fällig werden, meldet das System an ihrem Ende; alles andere fasst es dann in einer Mitteilung zusammen. In Kontor selbst steht beides sofort.',
  },
  {
    intro:
      'The system tells you what is new, and what you want to be reminded of, while you do not have a page of Kontor in front of you. On each device you have to allow it once; everything else holds on all your devices.',
    device: 'This device',
    allow: 'Allow',
    permission: {
      default: 'This browser has not asked yet whether Kontor may notify you.',
      denied: 'This browser does not let Kontor notify you. You can change that in its settings for this website.',
      missing: 'This browser cannot notify you here, for instance because the connection is not encrypted.',
    },
    push: 'Notify me also while Kontor is not open',
    pushHint: 'The push service of your browser learns nothing of the content. It ends when you sign out.',
    turning: 'Being set …',
    trouble: {
      missing: 'This browser cannot be notified while Kontor is not open.',
      denied: 'The browser has not allowed it. You can change that in its settings for this website.',
      unreached: 'The browser does not reach its push service. There may be no connection, or it may have none.',
      unready: 'The push service of the browser is not ready yet.',
      unserved: 'The server can reach browsers, but not this kind of device.',
    },
    phone: {
      pushHint: 'The service that brings the notifications learns nothing of the content. It ends when you sign out.',
      permission: {
        default: 'The system has not asked yet whether Kontor may notify you.',
        denied: 'The system does not let Kontor notify you. You can change that in the settings of the device.',
        missing: 'This device cannot notify you here.',
      },
      trouble: {
        missing: 'Nothing on this device can bring the notifications while Kontor is not open.',
        denied: 'The system has not allowed it. You can change that in the settings of the device.',
        unreached: 'This device does not reach its push service. There may be no connection.',
        unready: 'The push service needs something of you first. Open its app, then try again.',
        unserved:
          'Your server cannot notify this app: it has no relay to the push service. Reminders ring all the same.',
      },
    },
    service: 'What brings the notifications',
    serviceHint:
      'Apps that you have set up for it do without Google. Google is not asked for anything before you choose it.',
    serviceOnly: (name: string) => `${name} brings the notifications.`,
    serviceChoose: 'Please choose',
    failed: 'The server could not be told.',
    pausedHere: 'This device could not be reached five times in a row; since then nothing has been sent to it.',
    registerAnew: 'Register anew',
    others: 'Your other devices',
    othersNone: 'No other device is notified while Kontor is not open there.',
    othersHint: 'A device that you do not have any more is signed out under Security.',
    since: (time: string) => `since ${time}`,
    paused: 'Paused: not reached five times in a row. Open Kontor there, and it registers again by itself.',
    notLoaded: 'Your devices could not be loaded',
    kinds: 'What you are notified of',
    kindsNone: 'There are no notifications for anything that you have in Kontor.',
    kindsHint: 'Reminders that you set yourself, or are given, are always notified.',
    quiet: 'Quiet hours',
    quietOn: 'No notifications at fixed times',
    quietFrom: 'From',
    quietTo: 'To',
    quietDays: 'Begin on these days',
    quietSaid: {
      sameDay: (from: string, to: string) => `Quiet from ${from} to ${to}.`,
      nextDay: (from: string, to: string) => `Quiet from ${from} to ${to} on the next day.`,
      wholeDay: (from: string) => `Quiet from ${from}, for a whole day.`,
      never: 'On no day: you are always notified.',
    },
    quietHint:
      'Reminders that come due in this time are notified at its end; everything else is put into one notification then. In Kontor itself both are there at once.',
  },
);
