/** What an answer to an invitation says to whoever reads it as a mail. */
export const invitationTexts = {
  de: {
    subject: {
      accepted: 'Zugesagt: ',
      tentative: 'Mit Vorbehalt: ',
      declined: 'Abgesagt: ',
      counter: 'Neue Zeit vorgeschlagen: ',
    },
    sentence: {
      accepted: (name: string) => `${name} hat die Einladung angenommen.`,
      tentative: (name: string) => `${name} hat die Einladung mit Vorbehalt angenommen.`,
      declined: (name: string) => `${name} hat die Einladung abgelehnt.`,
      counter: (name: string) => `${name} schlägt eine andere Zeit vor.`,
    },
    proposed: (when: string) => `Vorschlag: ${when}`,
    standing: (when: string) => `Bisher: ${when}`,
  },
  en: {
    subject: {
      accepted: 'Accepted: ',
      tentative: 'Tentative: ',
      declined: 'Declined: ',
      counter: 'New time proposed: ',
    },
    sentence: {
      accepted: (name: string) => `${name} has accepted the invitation.`,
      tentative: (name: string) => `${name} has tentatively accepted the invitation.`,
      declined: (name: string) => `${name} has declined the invitation.`,
      counter: (name: string) => `${name} proposes another time.`,
    },
    proposed: (when: string) => `Proposal: ${when}`,
    standing: (when: string) => `So far: ${when}`,
  },
} as const;
