/** Newsletters as they really come: tables, pictures from elsewhere, a tracking pixel, a way out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { PersonSchema } from '../people.ts';
import { escapeHtml } from '../render.ts';
import { MAILBOXES, STATUSES, mail, story, type Story } from '../story.ts';

const SenderSchema = v.strictObject({
  key: PersonSchema,
  name: v.string(),
  host: v.string(),
  color: v.string(),
  imprint: v.string(),
  english: v.boolean(),
});
const ItemSchema = v.strictObject({ title: v.string(), text: v.string(), picture: v.string() });
const IssueSchema = v.strictObject({
  from: v.string(),
  to: v.picklist(MAILBOXES),
  at: v.string(),
  number: v.number(),
  subject: v.string(),
  lead: v.string(),
  items: v.array(ItemSchema),
  status: v.optional(v.picklist(STATUSES)),
});
type Sender = v.InferOutput<typeof SenderSchema>;
type Item = v.InferOutput<typeof ItemSchema>;
type Issue = v.InferOutput<typeof IssueSchema>;

const cell = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:22px;color:#333333';

function itemHtml(item: Item, { host, color, english }: Sender, number: number, index: number): string {
  const { title, text, picture } = item;
  const url = `https://www.${host}/news/${number}-${index + 1}`;
  return `<tr><td style="padding:16px 24px 0 24px"><a href="${url}"><img src="https://images.${host}/${number}/${picture}.jpg" width="552" height="220" alt="${escapeHtml(title)}" style="display:block;border:0;width:100%;max-width:552px"></a></td></tr>
<tr><td style="padding:12px 24px 20px 24px;${cell}"><h2 style="margin:0 0 6px 0;font-size:19px;color:${color}">${escapeHtml(title)}</h2>${escapeHtml(text)}<br><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:10px"><tr><td bgcolor="${color}" style="padding:8px 18px"><a href="${url}" style="color:#ffffff;text-decoration:none;font-family:Arial,sans-serif;font-size:14px">${english ? 'Read more' : 'Weiterlesen'}</a></td></tr></table></td></tr>`;
}

function newsletter(issue: Issue, sender: Sender): Story {
  const { name, host, color, imprint, english, key } = sender;
  const unsubscribe = `https://news.${host}/abmelden?l=${issue.number}&u=${issue.to}`;
  const items = issue.items.map((item, index) => itemHtml(item, sender, issue.number, index)).join('\n');
  const html = `<!DOCTYPE html>
<html lang="${english ? 'en' : 'de'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(issue.subject)}</title></head>
<body style="margin:0;padding:0;background-color:#f0f2f4">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(issue.lead.slice(0, 90))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f0f2f4"><tr><td align="center" style="padding:20px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:600px;max-width:100%">
<tr><td bgcolor="${color}" style="padding:18px 24px"><img src="https://images.${host}/logo-weiss.png" width="150" height="36" alt="${escapeHtml(name)}" style="display:block;color:#ffffff;font-family:Arial,sans-serif;font-size:20px"></td></tr>
<tr><td style="padding:24px 24px 4px 24px;${cell}"><h1 style="margin:0 0 10px 0;font-size:24px;line-height:30px;color:#222222">${escapeHtml(issue.subject)}</h1>${escapeHtml(issue.lead)}</td></tr>
${items}
<tr><td bgcolor="#e6e9ec" style="padding:16px 24px;font-family:Arial,sans-serif;font-size:12px;line-height:18px;color:#666666">${escapeHtml(imprint)}<br>${english ? 'You receive this mail at' : 'Sie erhalten diese Mail an'} ${issue.to}@brookmann.example. <a href="${unsubscribe}" style="color:#666666">${english ? 'Unsubscribe' : 'Abmelden'}</a></td></tr>
</table>
</td></tr></table>
<img src="https://images.${host}/o/${issue.number}/${issue.to}.gif" width="1" height="1" alt="" style="display:block">
</body></html>
`;
  const text = `${issue.subject}\n\n${issue.lead}\n\n${issue.items.map(({ title, text: body }, index) => `${title}\n${body}\nhttps://www.${host}/news/${issue.number}-${index + 1}`).join('\n\n')}\n\n${imprint}\n${english ? 'Unsubscribe' : 'Abmelden'}: ${unsubscribe}`;
  return story(
    issue.subject,
    mail(key, issue.to, issue.at, issue.number % 4 === 0 ? '' : text, {
      html,
      ...(issue.status ? { status: issue.status } : {}),
      headers: {
        'List-Id': `<newsletter.${host}>`,
        'List-Unsubscribe': `<${unsubscribe}>, <mailto:abmelden@${host}?subject=${issue.number}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
        'X-Mailer': 'Rundbrief 7.3',
      },
    }),
  );
}

/** The newsletters of newsletters.yaml. Throws where it is not as it should be. */
export function readNewsletters(): Story[] {
  const text = readFileSync(join(import.meta.dirname, 'newsletters.yaml'), 'utf8');
  const FileSchema = v.strictObject({ senders: v.record(v.string(), SenderSchema), issues: v.array(IssueSchema) });
  const { senders, issues } = v.parse(FileSchema, parse(text));
  return issues.map((issue) => {
    const sender = senders[issue.from];
    if (sender === undefined) throw new Error(`newsletters.yaml: issue ${issue.number} is from nobody`);
    return newsletter(issue, sender);
  });
}
