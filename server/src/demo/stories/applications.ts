/** People who want to work here, and those who broker them. */
import { docx, pdf } from '../files.ts';
import { mail, story, type MailOptions, type Story } from '../story.ts';

const absence: MailOptions = {
  headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' },
};

export const applications: Story[] = [
  story(
    'Bewerbung als Servicetechnikerin (Kennziffer ST-04)',
    mail(
      'yilmaz',
      'info',
      '13 18:20',
      `
Sehr geehrte Frau Berger,

Ihre Anzeige für den Servicetechniker-Außendienst hat mich sofort angesprochen. Ich bin Mechatronikerin, arbeite seit vier Jahren in der Instandhaltung einer Großbäckerei und bin dort für Verpackungslinien zuständig, unter anderem für zwei Ihrer Etikettierer ET 12. Mich reizt es, Maschinen nicht nur am Laufen zu halten, sondern sie beim Kunden in Betrieb zu nehmen.

Reisen bis drei Nächte pro Woche sind für mich kein Problem, ich spreche Deutsch, Türkisch und gutes Englisch. Frühester Eintritt wäre in drei Monaten.

Über eine Einladung freue ich mich.

Mit freundlichen Grüßen
`,
      {
        files: [
          pdf(
            'Lebenslauf_Elif_Yılmaz.pdf',
            'Lebenslauf',
            'Elif Yilmaz, Mechatronikerin',
            '---',
            'seit vier Jahren: Instandhaltung Verpackung, Großbäckerei',
            'davor: Ausbildung Mechatronik, Note 1,7',
            'Kenntnisse: SPS, Pneumatik, Servoantriebe, Schaltberechtigung',
            'Führerschein B/BE',
          ),
          pdf(
            'Zeugnisse_geprüft.pdf',
            'Zwischenzeugnis',
            'Frau Yilmaz arbeitet stets zu unserer vollsten Zufriedenheit.',
            'Sie ist bei Störungen ruhig, gründlich und schnell.',
          ),
        ],
      },
    ),
    mail(
      'anna',
      'ben',
      '12 09:05',
      `
Ben, die ist gut. ET 12 kennt sie schon. Hast du nächste Woche eine Stunde?
`,
      { forward: true },
    ),
    mail(
      'ben',
      'anna',
      '12 12:30',
      `
Unbedingt einladen. Murat soll dazukommen und sie an der Vorführmaschine einen Fehler suchen lassen (Stecker X12 ziehen, das merkt sonst keiner).
`,
    ),
    mail(
      'anna',
      'yilmaz',
      '11 10:10',
      `
Sehr geehrte Frau Yılmaz,

vielen Dank für Ihre Bewerbung, die uns sehr gut gefällt. Wir möchten Sie gern kennenlernen: {w+5}, {d+5}, 15 Uhr, bei uns im Brookwerder Ring 14. Bitte bringen Sie Sicherheitsschuhe mit, wir gehen auch in die Halle.
`,
      { answers: 0 },
    ),
    mail(
      'yilmaz',
      'anna',
      '11 12:45',
      `
Sehr geehrte Frau Berger,

herzlichen Dank, der Termin passt sehr gut. Die Schuhe ziehe ich gern an.
`,
    ),
    mail(
      'yilmaz',
      'anna',
      '1 18:05',
      `
Sehr geehrte Frau Berger,

vielen Dank noch einmal für das Gespräch und die Führung; die Fehlersuche mit Herrn Aydın hat Spaß gemacht (X12 war gemein). Mir liegt inzwischen ein zweites Angebot vor, auf das ich bis {w+4} antworten muss. Ich würde lieber zu Ihnen kommen. Können Sie mir bis dahin sagen, wie Sie sich entscheiden?
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Initiativbewerbung Konstruktion',
    mail(
      'grabowski',
      'info',
      '7 21:14',
      `
Guten Tag,

ich bin Maschinenbautechniker (38), zuletzt sechs Jahre Konstruktion von Förderanlagen, und ziehe im Frühjahr aus Poznań zu meiner Frau nach Reinbek. Suchen Sie jemanden für die Konstruktion? 3D-CAD und FEM kann ich, mein Deutsch ist B2 und wird jede Woche besser. Arbeitsproben (drei Zeichnungen, ohne Kundennamen) habe ich beigefügt.

Mit freundlichen Grüßen
`,
      {
        status: 'seen',
        files: [
          pdf(
            'Arbeitsproben_Förderanlagen.pdf',
            'Arbeitsproben',
            '1. Kurvenförderer R 600, Edelstahl',
            '2. Hubtisch 800 kg, Schweißbaugruppe',
            '3. Riemenumlenkung, hygienegerecht',
          ),
          docx(
            'Anschreiben_Grabowski.docx',
            'Bewerbung als Konstrukteur',
            'Sehr geehrte Damen und Herren,',
            'anbei sende ich Ihnen meine Unterlagen.',
          ),
        ],
      },
    ),
  ),
  story(
    'Schülerpraktikum im Februar?',
    mail(
      'rickmers',
      'info',
      '4 16:02',
      `
Hallo, ich heiße Jule und gehe in die 9. Klasse. Wir müssen ein Praktikum machen, 2 Wochen. Ich baue gerne Sachen auseinander (und wieder zusammen). Mein Opa war früher bei euch Schlosser, Hinnerk Rickmers. Darf ich bei euch in die Werkstatt? Ich bin pünktlich. Viele Grüße Jule
`,
    ),
    mail(
      'anna',
      'rickmers',
      '3 08:30',
      `
Hallo Jule,

an deinen Opa erinnern sich hier noch einige, Olaf hat bei ihm gelernt! Komm doch am nächsten Mittwoch um 15 Uhr vorbei, dann zeigen wir dir die Werkstatt und füllen den Zettel von der Schule aus.

Viele Grüße
`,
    ),
    mail(
      'rickmers',
      'anna',
      '3 14:40',
      `
Cool danke!! Ich komme Mittwoch. Opa sagt ich soll Olaf fragen ob er die Geschichte mit der Gulaschkanone noch weiß
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Ihre Vakanz Servicetechniker – drei passende Profile',
    mail(
      'steinweg',
      'anna',
      '10 14:05',
      `
Sehr geehrte Frau Berger,

ich habe gesehen, dass die Stelle ST-04 seit sechs Wochen offen ist. In meinem Netzwerk sind drei Techniker mit Erfahrung in der Lebensmittelverpackung, zwei davon wohnen südlich der Elbe. Mein Honorar fällt nur im Erfolgsfall an (22 % vom Jahresgehalt, zahlbar in zwei Raten). Darf ich Ihnen die anonymen Profile senden?
`,
    ),
    mail(
      'anna',
      'steinweg',
      '9 08:15',
      `
Sehr geehrte Frau Steinweg,

danke für Ihre Nachricht. Wir sind mit eigenen Bewerbungen im Gespräch und möchten im Moment keine Vermittlung beauftragen. Sollte sich das ändern, komme ich auf Sie zu.
`,
    ),
    mail(
      'steinweg',
      'anna',
      '9 08:16',
      `
Guten Tag, ich bin bis {d+5} nicht im Büro. In dringenden Fällen hilft Ihnen mein Kollege Herr Sand unter 030 23125 812. Ihre Mail wird nicht weitergeleitet.
`,
      absence,
    ),
  ),
];
