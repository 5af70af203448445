import { defineTexts } from '../../../../shell/index.ts';

/** What placeholders stand for. */
export const fieldTexts = defineTexts(
  {
    insert: 'Platzhalter',
    labels: {
      'receiver.name': 'Name des Empfängers',
      'receiver.firstName': 'Vorname des Empfängers',
      'receiver.lastName': 'Nachname des Empfängers',
      'receiver.email': 'Adresse des Empfängers',
      'sender.name': 'Name des Absenders',
      'sender.firstName': 'Vorname des Absenders',
      'sender.lastName': 'Nachname des Absenders',
      'sender.email': 'Adresse des Absenders',
      date: 'Datum',
      time: 'Uhrzeit',
      subject: 'Betreff',
      'instance.title': 'Name des Hauses',
    },
  },
  {
    insert: 'Placeholder',
    labels: {
      'receiver.name': 'Name of the receiver',
      'receiver.firstName': 'First name of the receiver',
      'receiver.lastName': 'Last name of the receiver',
      'receiver.email': 'Address of the receiver',
      'sender.name': 'Name of the sender',
      'sender.firstName': 'First name of the sender',
      'sender.lastName': 'Last name of the sender',
      'sender.email': 'Address of the sender',
      date: 'Date',
      time: 'Time',
      subject: 'Subject',
      'instance.title': 'Name of the company',
    },
  },
);
