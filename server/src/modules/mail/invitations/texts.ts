/** What an answer to an invitation says to whoever reads it as a mail. */
export const invitationTexts = {
  de: {
    subject: { accepted: 'Zugesagt: ', tentative: 'Mit Vorbehalt: ', declined: 'Abgesagt: ' },
    sentence: {
      accepted: (name: string) => `${name} hat die Einladung angenommen.`,
      tentative: (name: string) => `${name} hat die Einladung mit Vorbehalt angenommen.`,
      declined: (name: string) => `${name} hat die Einladung abgelehnt.`,
    },
  },
  en: {
    subject: { accepted: 'Accepted: ', tentative: 'Tentative: ', declined: 'Declined: ' },
    sentence: {
      accepted: (name: string) => `${name} has accepted the invitation.`,
      tentative: (name: string) => `${name} has tentatively accepted the invitation.`,
      declined: (name: string) => `${name} has declined the invitation.`,
    },
  },
} as const;
