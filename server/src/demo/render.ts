/** Turns a story's plain bodies into what mail clients send: wrapped text, HTML, quotes. */
import { stamp, type Language } from './calendar.ts';
import type { Client } from './people.ts';

export interface Rendered {
  text: string;
  html: string;
}

export interface Quoted extends Rendered {
  from: string;
  to: string;
  subject: string;
  date: Date;
}

const width = 76;

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function wrap(line: string): string {
  if (line.length <= width || line.startsWith('|')) return line;
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current && current.length + 1 + word.length > width) {
      lines.push(current);
      current = indent + word;
    } else {
      current = current ? `${current} ${word}` : word;
    }
  }
  return [...lines, current].join('\n');
}

const cells = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function textTable(rows: string[]): string[] {
  const table = rows.map(cells);
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

function htmlTable(rows: string[]): string {
  const body = rows.map((row, index) => {
    const tag = index === 0 ? 'th' : 'td';
    const style = 'border:1px solid #bbb;padding:3px 8px;text-align:left';
    return `<tr>${cells(row)
      .map((cell) => `<${tag} style="${style}">${escapeHtml(cell)}</${tag}>`)
      .join('')}</tr>`;
  });
  return `<table style="border-collapse:collapse">${body.join('')}</table>`;
}

/** Groups the lines to blocks: paragraphs, lists, tables, images. */
function blocks(body: string): { kind: 'text' | 'list' | 'table' | 'image'; lines: string[] }[] {
  const result: { kind: 'text' | 'list' | 'table' | 'image'; lines: string[] }[] = [];
  let open = false;
  for (const line of body.trim().split('\n')) {
    if (!line.trim()) {
      open = false;
      continue;
    }
    const kind = line.startsWith('- ')
      ? 'list'
      : line.startsWith('|')
        ? 'table'
        : line.startsWith('![')
          ? 'image'
          : 'text';
    const last = result.at(-1);
    if (open && last?.kind === kind) last.lines.push(line);
    else result.push({ kind, lines: [line] });
    open = true;
  }
  return result;
}

const imageLine = /^!\[(.*)\]\((.*)\)$/;

export function bodyText(body: string): string {
  const lines: string[] = [];
  let rows: string[] = [];
  for (const line of [...body.trim().split('\n'), '']) {
    if (line.startsWith('|')) {
      rows.push(line);
      continue;
    }
    if (rows.length) lines.push(...textTable(rows));
    rows = [];
    lines.push(wrap(line.replace(imageLine, '[$2]')));
  }
  return lines.join('\n').trimEnd();
}

const link = (html: string): string =>
  html.replace(/https:\/\/[^\s<&]+[^\s<&.,;)]/g, (url) => `<a href="${url}">${url}</a>`);

export function bodyHtml(body: string, cids: Map<string, string>): string {
  return blocks(body)
    .map(({ kind, lines }) => {
      if (kind === 'table') return htmlTable(lines);
      if (kind === 'list')
        return `<ul>${lines.map((line) => `<li>${link(escapeHtml(line.slice(2)))}</li>`).join('')}</ul>`;
      if (kind === 'image') {
        return lines
          .map((line) => imageLine.exec(line))
          .map(
            (found) =>
              `<p><img src="cid:${cids.get(found?.[2] ?? '') ?? ''}" alt="${escapeHtml(found?.[1] ?? '')}" width="320"></p>`,
          )
          .join('');
      }
      return `<p>${lines.map((line) => link(escapeHtml(line))).join('<br>\n')}</p>`;
    })
    .join('\n');
}

const outlookWords = {
  de: ['Von', 'Gesendet', 'An', 'Betreff'],
  en: ['From', 'Sent', 'To', 'Subject'],
};

function outlookHead(quoted: Quoted, language: Language): [string, string][] {
  const [from = '', sent = '', to = '', subject = ''] = outlookWords[language];
  return [
    [from, quoted.from],
    [sent, stamp(quoted.date, language, 'long')],
    [to, quoted.to],
    [subject, quoted.subject],
  ];
}

const attribution = (quoted: Quoted, language: Language): string =>
  language === 'de'
    ? `Am ${stamp(quoted.date, 'de', 'short')} schrieb ${quoted.from}:`
    : `On ${stamp(quoted.date, 'en', 'short')}, ${quoted.from} wrote:`;

const arrows = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
    .join('\n');

/** The mail answered or forwarded, as the client shows it below the new text. */
export function quote(quoted: Quoted, client: Client, language: Language, forward: boolean): Rendered {
  if (client === 'outlook' || client === 'html' || forward) {
    const head = outlookHead(quoted, language);
    const first = forward && client !== 'outlook' && client !== 'html';
    const title =
      language === 'de' ? '-------- Weitergeleitete Nachricht --------' : '---------- Forwarded message ---------';
    const headText = head.map(([name, value]) => `${name}: ${value}`).join('\n');
    const headHtml = head.map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}`).join('<br>\n');
    return {
      text: `\n\n${first ? `${title}\n` : ''}${headText}\n\n${quoted.text}`,
      html: `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${headHtml}</p></div>\n${quoted.html}`,
    };
  }
  const line = attribution(quoted, language);
  return {
    text: `\n\n${line}\n${arrows(quoted.text)}`,
    html: `<div>${escapeHtml(line)}</div>\n<blockquote type="cite" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">\n${quoted.html}\n</blockquote>`,
  };
}

const fonts: Record<Client, string> = {
  outlook: 'font-family:Calibri,sans-serif;font-size:11pt',
  html: 'font-family:Arial,Helvetica,sans-serif;font-size:10pt',
  apple: 'font-family:-apple-system,Helvetica,sans-serif;font-size:14px',
  text: '',
  mobile: '',
  auto: 'font-family:Verdana,sans-serif;font-size:12px',
};

export function page(inner: string, client: Client): string {
  const generator =
    client === 'outlook' ? '<meta name="Generator" content="Microsoft Word 15 (filtered medium)">\n' : '';
  return `<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n${generator}</head>\n<body style="${fonts[client]}">\n${inner}\n</body>\n</html>\n`;
}
