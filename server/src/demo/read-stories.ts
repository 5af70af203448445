import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { MAKERS, type DemoFile } from './files.ts';
import { PersonSchema } from './people.ts';
import { MAILBOXES, STATUSES, story, type Story, type StoryMail } from './story.ts';

/** What makes a file, by the name that letters call it. */
const makers = new Map<string, (...args: never[]) => DemoFile>(Object.entries(MAKERS));

/** A file as a letter names it: what makes it, and what that is given. */
const FileSchema = v.pipe(
  v.record(v.picklist([...makers.keys()]), v.array(v.unknown())),
  v.check((file) => Object.keys(file).length === 1, 'A file is made in one way'),
  v.transform((file): DemoFile => {
    const [[maker, args] = ['', []]] = Object.entries(file);
    return (makers.get(maker) as (...args: unknown[]) => DemoFile)(...args);
  }),
);

const OptionsSchema = v.partial(
  v.strictObject({
    cc: v.array(PersonSchema),
    box: v.picklist(MAILBOXES),
    status: v.picklist(STATUSES),
    files: v.array(FileSchema),
    answers: v.union([v.number(), v.literal('none')]),
    forward: v.boolean(),
    subject: v.string(),
    bare: v.boolean(),
    headers: v.record(v.string(), v.string()),
    html: v.string(),
    htmlOnly: v.boolean(),
    unsigned: v.boolean(),
    logo: FileSchema,
  }),
);

const HEAD = /^## (.+?), (\S+) to (.+)$/;
const OPTIONS = /^```yaml\n([^]*?)\n```\n?/;

/**
 * Reads the stories of a Markdown file, whose form README.md beside the files tells. Throws an error that names the file and the heading of
 * what cannot be read.
 */
export function parseStories(text: string, name: string): Story[] {
  const [before = '', ...parts] = text.split(/^# /m);
  if (before.trim() !== '') throw new Error(`${name}: something stands before the first story`);
  return parts.map((part) => {
    const [head = '', ...mails] = part.split(/^(?=## )/m);
    const [subject = '', ...rest] = head.trim().split('\n');
    if (subject === '' || rest.length > 0 || mails.length === 0) throw new Error(`${name}: # ${subject} has no mails`);
    return story(subject, ...mails.map((mail) => parseMail(mail, name)));
  });
}

function parseMail(text: string, name: string): StoryMail {
  const end = text.indexOf('\n');
  const heading = end < 0 ? text : text.slice(0, end);
  const [, at, from, to] = HEAD.exec(heading.trim()) ?? [];
  if (at === undefined || from === undefined || to === undefined)
    throw new Error(`${name}: ${heading} is not "## time, sender to receivers"`);
  const rest = end < 0 ? '' : text.slice(end + 1);
  const [block = '', options = ''] = OPTIONS.exec(rest) ?? [];
  const parsed = v.safeParse(v.object({ from: PersonSchema, to: v.array(PersonSchema), options: OptionsSchema }), {
    from,
    to: to.split(', '),
    options: options === '' ? {} : parse(options),
  });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${name}: ${heading}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  }
  const { output } = parsed;
  return {
    ...output.options,
    from: output.from,
    to: output.to,
    at,
    body: rest.slice(block.length).trim(),
  };
}

/** All stories of the Markdown files of a folder, by the names of the files. */
export const readStories = (folder: string): Story[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .flatMap((name) => parseStories(readFileSync(join(folder, name), 'utf8'), name));
