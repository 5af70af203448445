import { defineTexts } from '../../../shell/index.ts';

/** Signing in by passkey at an instance for a client at another origin, on either side. */
export const elsewhereTexts = defineTexts(
  {
    title: (instance: string) => `Anmelden bei ${instance}`,
    ask: (client: string) => `Sie wollen diese Instanz in Kontor unter ${client} verwenden.`,
    askMore: 'Haben Sie das nicht selbst begonnen, brechen Sie ab.',
    impossible:
      'Dieser Browser kann hier keine Passkeys verwenden. Gehen Sie zurück, und melden Sie sich mit Ihrem Passwort an.',
    cancel: 'Abbrechen und zurück',
    leaving: 'Wird geöffnet …',
    checking: 'Die Anfrage wird geprüft …',
    unknownKey:
      'Dieser Passkey gilt hier nicht. Nehmen Sie einen anderen, oder gehen Sie zurück, und melden Sie sich mit Ihrem Passwort an.',
    locked:
      'Sie sind für diese App nicht freigeschaltet. Wenden Sie sich an die Person, die Kontor bei Ihnen verwaltet.',
    refusedTitle: 'Diese Anmeldung ist hier nicht möglich',
    refused: (client: string) =>
      `Kontor unter ${client} darf hier niemanden anmelden. Die Person, die diese Instanz verwaltet, kann das erlauben.`,
    incomplete: 'Der Adresse fehlt etwas. Beginnen Sie dort noch einmal, wo Sie hergekommen sind.',
    failedTitle: 'Die Anfrage konnte nicht geprüft werden',
    stay: 'Hier anmelden',
    entering: (instance: string) => `Sie werden bei ${instance} angemeldet …`,
    notEntered: (instance: string) => `Nicht bei ${instance} angemeldet`,
    cancelled: 'Sie haben die Anmeldung mit dem Passkey abgebrochen.',
    late: 'Die Anmeldung hat zu lange gedauert oder galt schon einmal. Versuchen Sie es noch einmal.',
    strangeTitle: 'Diese Anmeldung gehört nicht hierher',
    strange: 'Sie hat nicht in diesem Fenster begonnen oder ist schon vorbei. Beginnen Sie hier noch einmal.',
    again: 'Noch einmal mit Passkey',
  },
  {
    title: (instance: string) => `Sign in to ${instance}`,
    ask: (client: string) => `You want to use this instance in Kontor at ${client}.`,
    askMore: 'If you did not begin this yourself, cancel.',
    impossible: 'This browser cannot use passkeys here. Go back and sign in with your password.',
    cancel: 'Cancel and go back',
    leaving: 'Opening …',
    checking: 'Checking the request …',
    unknownKey: 'This passkey is not good here. Take another one, or go back and sign in with your password.',
    locked: 'You are not unlocked for this app. Please contact the person who manages Kontor in your company.',
    refusedTitle: 'This sign-in is not possible here',
    refused: (client: string) =>
      `Kontor at ${client} may sign in nobody here. The person who manages this instance can allow it.`,
    incomplete: 'Something is missing in the address. Please begin again where you came from.',
    failedTitle: 'The request could not be checked',
    stay: 'Sign in here',
    entering: (instance: string) => `Signing you in to ${instance} …`,
    notEntered: (instance: string) => `Not signed in to ${instance}`,
    cancelled: 'You have cancelled signing in with the passkey.',
    late: 'Signing in took too long or was used before. Please try again.',
    strangeTitle: 'This sign-in does not belong here',
    strange: 'It was not begun in this window, or it is over. Please begin again here.',
    again: 'Again with a passkey',
  },
);
