/** What invitations say to whoever reads them as mails. */
export const letterTexts = {
  de: {
    subject: { new: 'Einladung: ', changed: 'Geändert: ', off: 'Abgesagt: ', declined: 'Bleibt zur bisherigen Zeit: ' },
    sentence: {
      new: (name: string) => `${name} lädt Sie zu einem Termin ein.`,
      changed: (name: string) => `${name} hat einen Termin geändert, zu dem Sie eingeladen sind.`,
      off: (name: string) => `${name} hat einen Termin abgesagt, oder Sie nehmen nicht mehr daran teil.`,
    },
    declines: (name: string) => `${name} bleibt bei der bisherigen Zeit und nimmt Ihren Vorschlag nicht an.`,
    stays: 'Es bleibt bei',
    proposed: 'Ihr Vorschlag war',
    untitled: 'Termin',
    when: 'Wann',
    where: 'Wo',
    meeting: 'Besprechung im Netz',
    series: 'ab dann regelmäßig; die einzelnen Tage stehen in der Kalenderdatei',
    until: 'bis',
    hint: 'Zu- oder absagen können Sie mit Ihrem Kalenderprogramm oder indem Sie auf diese Mail antworten.',
  },
  en: {
    subject: { new: 'Invitation: ', changed: 'Changed: ', off: 'Cancelled: ', declined: 'Stays at its time: ' },
    sentence: {
      new: (name: string) => `${name} invites you to an appointment.`,
      changed: (name: string) => `${name} has changed an appointment that you are invited to.`,
      off: (name: string) => `${name} has cancelled an appointment, or you do not take part in it any more.`,
    },
    declines: (name: string) => `${name} keeps the time as it is and does not take your proposal.`,
    stays: 'It stays at',
    proposed: 'Your proposal was',
    untitled: 'Appointment',
    when: 'When',
    where: 'Where',
    meeting: 'Meeting online',
    series: 'from then on regularly; the days are in the calendar file',
    until: 'to',
    hint: 'You can accept or decline with your calendar program, or by answering this mail.',
  },
} as const;
