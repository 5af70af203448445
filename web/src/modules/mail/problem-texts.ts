import { MAX_FILES } from '@kontor/contract/mail';
import { defineTexts } from '../../shell/index.ts';

/** What went wrong while a mail was written, what it means for the mail, and what to do. */
export const writingProblems = defineTexts(
  {
    MAIL_TEMPLATE_NAME_MISSING:
      'Eine Vorlage braucht einen Namen, unter dem Sie sie wiederfinden. Geben Sie einen ein.',
    MAIL_DRAFT_TOO_MANY:
      'Sie haben so viele Entwürfe und Vorlagen, wie möglich sind. Dieser Text bleibt auf diesem Gerät. Löschen Sie einige, und speichern Sie noch einmal.',
    MAIL_ATTACHMENT_MISSING: `Eine der Dateien ist nicht vollständig angekommen oder nicht mehr da. Der Text ist noch da: Entfernen Sie die Datei, und hängen Sie sie neu an. Möglich sind bis zu ${MAX_FILES} Dateien.`,
    MAIL_ALREADY_SENT: 'Diese E-Mail ist schon gesendet. Was Sie danach geschrieben haben, bleibt als neuer Entwurf.',
    MAIL_NO_RECEIVER: 'Diese E-Mail hat keinen Empfänger. Geben Sie mindestens eine Adresse ein.',
    MAIL_ADDRESS_INVALID: 'An eine der Adressen kann nichts gesendet werden. Prüfen Sie, wie sie geschrieben ist.',
    MAIL_TOO_MANY_RECEIVERS: 'Das sind mehr Empfänger, als eine E-Mail haben darf. Teilen Sie sie auf mehrere auf.',
    MAIL_TOO_LARGE:
      'Diese E-Mail ist mit ihren Dateien zu groß. Entfernen Sie Dateien, oder geben Sie einen Link weiter.',
    MAIL_SENDER_MISSING:
      'Sie haben kein Postfach, aus dem Sie senden können. Fügen Sie eines in den Einstellungen hinzu.',
    MAIL_PLACEHOLDER_LEFT:
      'Im Text steht noch ein Platzhalter. Füllen oder löschen Sie ihn, und senden Sie noch einmal.',
    MAIL_SEND_TIME: 'Zu dieser Zeit kann nicht gesendet werden. Wählen Sie eine innerhalb des nächsten Jahres.',
    MAIL_SENDING_BEGUN: 'Diese E-Mail ist schon beim Mailserver. Zurückholen lässt sie sich nicht mehr.',
    MAIL_NOT_UNSURE: 'Über diese E-Mail ist schon entschieden. Laden Sie den Postausgang neu.',
    DKIM_EXISTS: 'Diesen Schlüssel gibt es schon. Wählen Sie einen anderen Namen für ihn.',
    DKIM_NOT_PUBLISHED:
      'Der Eintrag steht noch nicht im DNS der Domain. Veröffentlichen Sie ihn, und prüfen Sie ihn noch einmal.',
    MAIL_SENDER_EXISTS: 'Diese Absenderadresse hat das Postfach schon. Geben Sie eine andere ein.',
    MAIL_SENDER_MAIN:
      'Das ist die eigene Adresse des Postfachs. Sie bleibt; ändern können Sie sie in den Einstellungen des Postfachs.',
    UPLOAD_OFFSET: 'Das Hochladen war weiter, als angekommen ist. Es geht von dort weiter.',
    UPLOAD_TOO_LARGE:
      'Diese Datei ist größer, als hochgeladen werden darf. Teilen Sie sie, oder geben Sie einen Link weiter.',
    UPLOAD_DIFFERS: 'Die Datei hat sich geändert, seit das Hochladen begonnen hat. Hängen Sie sie noch einmal an.',
    UPLOAD_GONE: 'Das Hochladen lag zu lange zurück und wurde verworfen. Hängen Sie die Datei noch einmal an.',
  },
  {
    MAIL_TEMPLATE_NAME_MISSING: 'A template needs a name that you find it by. Enter one.',
    MAIL_DRAFT_TOO_MANY:
      'You have as many drafts and templates as are possible. This text stays on this device. Delete some and save again.',
    MAIL_ATTACHMENT_MISSING: `One of the files did not arrive whole, or is not there any more. The text is still there: remove the file and attach it anew. Up to ${MAX_FILES} files are possible.`,
    MAIL_ALREADY_SENT: 'This mail was sent already. What you have written since stays as a new draft.',
    MAIL_NO_RECEIVER: 'This mail has no receiver. Enter at least one address.',
    MAIL_ADDRESS_INVALID: 'Nothing can be sent to one of the addresses. Check how it is written.',
    MAIL_TOO_MANY_RECEIVERS: 'These are more receivers than a mail may have. Divide them among several.',
    MAIL_TOO_LARGE: 'This mail is too large with its files. Remove files, or pass on a link.',
    MAIL_SENDER_MISSING: 'You have no mailbox to send from. Add one in the settings.',
    MAIL_PLACEHOLDER_LEFT: 'A placeholder is left in the text. Fill or delete it and send again.',
    MAIL_SEND_TIME: 'Nothing can be sent at this time. Choose one within the next year.',
    MAIL_SENDING_BEGUN: 'This mail is with the mail server already. It cannot be taken back any more.',
    MAIL_NOT_UNSURE: 'It was decided about this mail already. Reload the outbox.',
    DKIM_EXISTS: 'This key exists already. Choose another name for it.',
    DKIM_NOT_PUBLISHED: "The record is not in the domain's DNS yet. Publish it and check it once more.",
    MAIL_SENDER_EXISTS: 'The mailbox has this sender address already. Enter another one.',
    MAIL_SENDER_MAIN: "This is the mailbox's own address. It stays; you can change it in the settings of the mailbox.",
    UPLOAD_OFFSET: 'The upload was further than what has arrived. It goes on from there.',
    UPLOAD_TOO_LARGE: 'This file is larger than may be uploaded. Split it, or pass on a link.',
    UPLOAD_DIFFERS: 'The file has changed since the upload began. Attach it once more.',
    UPLOAD_GONE: 'The upload was left too long and was discarded. Attach the file once more.',
  },
);

/** What went wrong while a mail was read, and what to do instead. */
export const readingProblems = defineTexts(
  {
    INVITATION_OUTDATED:
      'Die Einladung wurde inzwischen geändert. Öffnen Sie die neuere E-Mail dazu, und antworten Sie dort.',
    INVITATION_CANCELLED: 'Der Termin wurde abgesagt. Eine Antwort ist nicht mehr nötig.',
    INVITATION_NOT_FOR_YOU:
      'Diese E-Mail lädt keines Ihrer Postfächer ein. Antworten Sie stattdessen mit einer E-Mail.',
    UNSUBSCRIBE_NOT_OFFERED:
      'Diese E-Mail bietet kein Abbestellen an. Suchen Sie in ihrem Text danach, oder markieren Sie sie als Spam.',
    PREVIEW_NOT_AVAILABLE: 'Von dieser Datei gibt es keine Vorschau. Laden Sie sie herunter, um sie zu öffnen.',
    CERTIFICATE_INVALID:
      'Das ist kein gültiges Zertifikat einer Zertifizierungsstelle. Fügen Sie es als Text ein, der mit BEGIN CERTIFICATE beginnt, und achten Sie darauf, dass es nicht abgelaufen ist.',
  },
  {
    INVITATION_OUTDATED: 'The invitation has been changed since. Open the newer mail about it and answer there.',
    INVITATION_CANCELLED: 'The appointment was cancelled. No answer is needed any more.',
    INVITATION_NOT_FOR_YOU: 'This mail invites none of your mailboxes. Answer with a mail instead.',
    UNSUBSCRIBE_NOT_OFFERED:
      'This mail does not offer to be unsubscribed from. Look for it in its text, or mark it as spam.',
    PREVIEW_NOT_AVAILABLE: 'There is no preview of this file. Download it to open it.',
    CERTIFICATE_INVALID:
      'This is no valid certificate of an authority. Paste it as text that begins with BEGIN CERTIFICATE, and see that it has not expired.',
  },
);
