import { expect, test } from 'vitest';
import { fileIcon } from './file-icons.ts';

test.each([
  ['office', 'Preise.xlsx', 'file-xls'],
  ['office', 'Preise.ODS', 'file-xls'],
  ['text', 'Preise.csv', 'file-csv'],
  ['office', 'Vertrag.docx', 'file-doc'],
  ['office', 'Vertrag.odt', 'file-doc'],
  ['office', 'Vortrag.pptx', 'file-ppt'],
  ['office', 'Vortrag.odp', 'file-ppt'],
  ['office', 'ohne Endung', 'file-doc'],
  ['archive', 'alles.tar.gz', 'file-zip'],
  ['other', 'alles.7z', 'file-zip'],
  ['image', 'Plan.png', 'image'],
  ['other', 'Foto.HEIC', 'image'],
  ['audio', 'Ansage.mp3', 'file-audio'],
  ['other', 'Ansage.wav', 'file-audio'],
  ['video', 'Rundgang.mp4', 'file-video'],
  ['other', 'Rundgang.mov', 'file-video'],
  ['pdf', 'Rechnung.pdf', 'file-pdf'],
  ['mail', 'Anfrage.eml', 'envelope-simple'],
  ['calendar', 'Termin.ics', 'calendar-blank'],
  ['contact', 'Neumann.vcf', 'address-book'],
  ['text', 'Notiz.txt', 'file-text'],
  ['other', 'Zeichnung.dwg', 'file'],
  ['pdf', '', 'file-pdf'],
])('%s, called “%s”, is shown as %s', (fileType, filename, icon) => {
  expect(fileIcon(fileType, filename)).toBe(icon);
});
