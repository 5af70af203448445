import { defineTexts } from '../../../shell/index.ts';

export const dialTexts = defineTexts(
  {
    title: (number: string) => `${number} anrufen`,
    ready: (number: string) => `Soll ${number} angerufen werden?`,
    call: 'Anrufen',
    phone_call_initialize_phone_call: (number: string) => `Wählt ${number}`,
    dialHint: 'Nehmen Sie ab, wenn Ihr Telefon klingelt.',
    hangUp: 'Auflegen',
    hangingUp: 'Wird aufgelegt …',
    notHungUp: 'Aufgelegt wurde nicht: Die Telefonanlage hat nicht geantwortet. Legen Sie am Telefon auf.',
    ended: 'Aufgelegt.',
    again: 'Noch einmal anrufen',
    waiting: 'Der Anruf ist noch nicht in der Liste.',
    waitingHint:
      'Die Telefonanlage hat ihn bisher nicht gemeldet. Er wird eingetragen, sobald sie das tut; Sie können ihn auch selbst festhalten.',
    notTold: 'Der Anruf ist begonnen.',
    notToldHint:
      'Keine Telefonanlage meldet ihn hierher. Halten Sie ihn von Hand fest, wenn er in der Liste stehen soll.',
    note: 'Von Hand festhalten',
    byDevice: 'Mit diesem Gerät anrufen',
    invalid: 'Diese Nummer kann nicht gewählt werden.',
    invalidHint:
      'Erlaubt sind Ziffern mit einem Plus davor. Zeichen wie * und #, die Telefone steuern, werden nie gewählt.',
    confirm: {
      premium: {
        title: 'Diese Nummer kostet mehr als ein gewöhnlicher Anruf',
        hint: 'Sondernummern und Satellitentelefone werden je Minute oder je Anruf berechnet.',
      },
      emergency: {
        title: 'Das ist ein Notruf',
        hint: 'Rufen Sie ihn nur in einem Notfall, am besten mit dem Telefon in Ihrer Hand.',
      },
      abroad: {
        title: 'Diese Nummer ist im Ausland',
        hint: 'Von dort hat hier noch niemand angerufen, und kein Datensatz hat eine solche Nummer.',
      },
    },
    confirmCall: 'Trotzdem anrufen',
    faults: {
      USER_IS_NOT_ALLOWED_TO_INITIATE_OUTGOING_PHONECALLS: {
        what: 'Sie dürfen von hier aus nicht anrufen.',
        todo: 'Ein Administrator gibt Ihnen das Recht unter Einstellungen, Wählen, Personen.',
      },
      USER_HAS_NO_TERMINAL_CONFIGURED: {
        what: 'Für Sie ist kein Telefon eingetragen.',
        todo: 'Ein Administrator trägt Ihr Telefon unter Einstellungen, Wählen, Personen ein.',
      },
      USER_HAS_UNSUPPORTED_LOCATION_CONFIGURED: {
        what: 'Ihr Wahlweg wird nicht unterstützt.',
        todo: 'Ein Administrator wählt unter Einstellungen, Wählen einen anderen für Sie.',
      },
      USER_HAS_NO_LOCATION_CONFIGURED: {
        what: 'Für Sie ist kein Wahlweg ausgewählt.',
        todo: 'Ein Administrator wählt unter Einstellungen, Wählen, Personen einen für Sie.',
      },
      USER_HAS_NO_CONFIGURATION: {
        what: 'Das Wählen ist für Sie noch nicht eingerichtet.',
        todo: 'Ein Administrator richtet es unter Einstellungen, Wählen, Personen ein.',
      },
      LOCATION_HAS_NO_CONFIGURATION: {
        what: 'Ihrem Wahlweg fehlen Angaben.',
        todo: 'Ein Administrator ergänzt Adresse oder Zugang unter Einstellungen, Wählen.',
      },
    },
    limit: {
      user: (max: number) => `Heute haben Sie schon ${max} Anrufe begonnen. Mehr sind an einem Tag nicht erlaubt.`,
      instance: (max: number) => `Heute wurden schon ${max} Anrufe begonnen. Mehr sind an einem Tag nicht erlaubt.`,
    },
    unknown:
      'Es ist nicht bekannt, ob der Anruf begonnen hat. Klingelt Ihr Telefon nicht, versuchen Sie es noch einmal.',
    away: (status: number) =>
      status === 0
        ? 'Die Telefonanlage hat nicht geantwortet.'
        : `Die Telefonanlage hat den Anruf nicht begonnen (Antwort ${status}).`,
    localFailed:
      'Das Programm auf diesem Rechner, das anruft, hat nicht geantwortet. Läuft es, und erlaubt der Browser die Verbindung dorthin?',
    windowFor: {
      call: 'Diese Seite darf das Programm in Ihrem Netz, das anruft, nicht selbst aufrufen. Öffnen Sie seine Adresse in einem neuen Fenster, dann beginnt der Anruf.',
      hangUp:
        'Diese Seite darf das Programm in Ihrem Netz, das anruft, nicht selbst aufrufen. Öffnen Sie seine Adresse in einem neuen Fenster, dann wird aufgelegt.',
    },
    openWindow: { call: 'In neuem Fenster anrufen', hangUp: 'In neuem Fenster auflegen' },
    offline: 'Ohne Verbindung kann von hier aus nicht angerufen werden.',
    RIGHT_MISSING: 'Ihnen fehlt das Recht dazu.',
    other: 'Der Anruf konnte nicht begonnen werden.',
  },
  {
    title: (number) => `Call ${number}`,
    ready: (number) => `Call ${number}?`,
    call: 'Call',
    phone_call_initialize_phone_call: (number) => `Dialling ${number}`,
    dialHint: 'Pick up when your telephone rings.',
    hangUp: 'Hang up',
    hangingUp: 'Hanging up …',
    notHungUp: 'It was not hung up: the telephone system has not answered. Hang up at the telephone.',
    ended: 'Hung up.',
    again: 'Call again',
    waiting: 'The call is not in the list yet.',
    waitingHint:
      'The telephone system has not told of it so far. It is entered once it does; you can also note it yourself.',
    notTold: 'The call has begun.',
    notToldHint: 'No telephone system tells of it here. Note it by hand where it is to be in the list.',
    note: 'Note by hand',
    byDevice: 'Call with this device',
    invalid: 'This number cannot be dialled.',
    invalidHint:
      'Digits with a plus sign in front are allowed. Signs that steer telephones, as * and #, are never dialled.',
    confirm: {
      premium: {
        title: 'This number costs more than an ordinary call',
        hint: 'Premium numbers and satellite telephones are charged by the minute or by the call.',
      },
      emergency: {
        title: 'This is an emergency call',
        hint: 'Make it in an emergency only, best with the telephone in your hand.',
      },
      abroad: {
        title: 'This number is abroad',
        hint: 'Nobody has called here from there yet, and no record has such a number.',
      },
    },
    confirmCall: 'Call all the same',
    faults: {
      USER_IS_NOT_ALLOWED_TO_INITIATE_OUTGOING_PHONECALLS: {
        what: 'You may not call from here.',
        todo: 'An administrator gives you the right under Settings, Dialling, People.',
      },
      USER_HAS_NO_TERMINAL_CONFIGURED: {
        what: 'No telephone is entered for you.',
        todo: 'An administrator enters your telephone under Settings, Dialling, People.',
      },
      USER_HAS_UNSUPPORTED_LOCATION_CONFIGURED: {
        what: 'Your way to dial is not supported.',
        todo: 'An administrator chooses another one for you under Settings, Dialling.',
      },
      USER_HAS_NO_LOCATION_CONFIGURED: {
        what: 'No way to dial is chosen for you.',
        todo: 'An administrator chooses one for you under Settings, Dialling, People.',
      },
      USER_HAS_NO_CONFIGURATION: {
        what: 'Dialling is not set up for you yet.',
        todo: 'An administrator sets it up under Settings, Dialling, People.',
      },
      LOCATION_HAS_NO_CONFIGURATION: {
        what: 'Your way to dial lacks something.',
        todo: 'An administrator completes its address or its access under Settings, Dialling.',
      },
    },
    limit: {
      user: (max) => `You have begun ${max} calls today. More are not allowed in a day.`,
      instance: (max) => `${max} calls have been begun today. More are not allowed in a day.`,
    },
    unknown: 'It is not known whether the call has begun. If your telephone does not ring, try again.',
    away: (status) =>
      status === 0
        ? 'The telephone system has not answered.'
        : `The telephone system has not begun the call (answer ${status}).`,
    localFailed:
      'The program on this machine that calls has not answered. Is it running, and does the browser allow the connection to it?',
    windowFor: {
      call: 'This page may not reach the program in your network that calls. Open its address in a new window, and the call begins.',
      hangUp:
        'This page may not reach the program in your network that calls. Open its address in a new window, and the call is ended.',
    },
    openWindow: { call: 'Call in a new window', hangUp: 'Hang up in a new window' },
    offline: 'Without a connection nobody can be called from here.',
    RIGHT_MISSING: 'You lack the right to do this.',
    other: 'The call could not be begun.',
  },
);
