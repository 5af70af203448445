import { defineTexts } from '../../shell/index.ts';

/** Why something was not done with an appointment, by the code of the problem. */
export const problemTexts = defineTexts(
  {
    problems: {
      NOT_FOUND: 'Diesen Termin gibt es nicht mehr, oder Sie sehen ihn nicht mehr.',
      RIGHT_MISSING: 'Dafür fehlt Ihnen das Recht.',
      APPOINTMENT_TIMES_INVALID: 'Das Ende liegt vor dem Beginn, oder der Termin dauert zu lange.',
      APPOINTMENT_COLLIDES: 'Zu dieser Zeit ist schon etwas belegt.',
      RESOURCE_TAKEN: 'Zu dieser Zeit ist der Raum oder das Gerät schon belegt.',
      REMINDER_PAST: 'Die Erinnerung muss zwischen jetzt und dem Beginn liegen.',
      APPOINTMENT_REPETITION_INVALID: 'So findet der Termin nie statt. Prüfen Sie Beginn und Ende der Wiederholung.',
      REPETITION_FORBIDDEN: 'Termine dieses Typs wiederholen sich nicht.',
      TYPE_GONE: 'Diesen Typ gibt es nicht mehr. Wählen Sie einen anderen.',
      OCCURRENCE_GONE: 'Dieser Termin der Serie findet nicht mehr statt.',
      ORGANISER_ELSEWHERE: 'Beginn und Ende bestimmt, wer von außerhalb einlädt.',
      APPOINTMENT_CONFLICT: 'Jemand hat diesen Termin inzwischen geändert.',
      GUEST_REPLY_GONE: 'Diese Antwort gibt es nicht mehr, oder wer sie gab, ist schon eingeladen.',
      TOO_MANY_PARTICIPANTS: 'Mehr Personen kann der Termin nicht haben.',
      PROPOSAL_GONE: 'Diesen Vorschlag gibt es nicht mehr, oder er wurde inzwischen geändert.',
      PROPOSAL_UNCHANGED: 'Zu dieser Zeit ist der Termin schon. Wählen Sie eine andere.',
      PROPOSAL_NOT_SENDABLE:
        'Eingeladen wurde von außerhalb, und für die eingeladene Adresse haben Sie kein Postfach, das senden kann.',
    },
    tooLong: (max: string) => `Eine Serie hat höchstens ${max} Termine. Setzen Sie ein früheres Ende.`,
    offline: 'Ohne Verbindung lässt sich das nicht speichern. Ihre Eingaben bleiben stehen.',
    other: 'Das hat nicht geklappt. Ihre Eingaben bleiben stehen; versuchen Sie es noch einmal.',
  },
  {
    problems: {
      NOT_FOUND: 'This appointment is gone, or you do not see it any more.',
      RIGHT_MISSING: 'You lack the right to do that.',
      APPOINTMENT_TIMES_INVALID: 'It ends before it begins, or takes too long.',
      APPOINTMENT_COLLIDES: 'Something is taken at that time already.',
      RESOURCE_TAKEN: 'The room or equipment is taken at that time already.',
      REMINDER_PAST: 'The reminder has to lie between now and the beginning.',
      APPOINTMENT_REPETITION_INVALID: 'Like this it never takes place. Check when the repetition begins and ends.',
      REPETITION_FORBIDDEN: 'Appointments of this type do not repeat.',
      TYPE_GONE: 'There is no such type any more. Choose another.',
      OCCURRENCE_GONE: 'This appointment of the series does not take place any more.',
      ORGANISER_ELSEWHERE: 'Whoever invites from outside says when it begins and ends.',
      APPOINTMENT_CONFLICT: 'Somebody has changed this appointment in the meantime.',
      GUEST_REPLY_GONE: 'This answer is gone, or whoever gave it is invited by now.',
      TOO_MANY_PARTICIPANTS: 'The appointment cannot have more people.',
      PROPOSAL_GONE: 'This proposal is gone, or another one by now.',
      PROPOSAL_UNCHANGED: 'The appointment is at that time already. Choose another.',
      PROPOSAL_NOT_SENDABLE:
        'The invitation came from outside, and you have no mailbox of the invited address that can send.',
    },
    tooLong: (max) => `A series has at most ${max} appointments. Let it end earlier.`,
    offline: 'This cannot be saved without a connection. What you typed stays.',
    other: 'That did not work. What you typed stays; try again.',
  },
);
