/** A message of AMI: its fields, by their names in small letters; of several of one name the first. */
export type AmiMessage = ReadonlyMap<string, string>;

const MAX_LINE = 8 * 1024;
const MAX_LINES = 500;

/** What came is no AMI, or more than anybody would say. */
export class AmiUnreadable extends Error {}

/** Reads lines `Key: Value` that end with a blank one. Throws AmiUnreadable. */
export class AmiReader {
  #rest = '';
  #fields = new Map<string, string>();
  #lines = 0;
  #isGreeted = false;

  /** The messages that are whole with this piece. */
  read(piece: string): readonly AmiMessage[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_LINE) throw new AmiUnreadable('A line without an end');
    return lines.flatMap((line) => this.#line(line.replace(/\r$/, '')));
  }

  #line(line: string): readonly AmiMessage[] {
    if (line.length > MAX_LINE) throw new AmiUnreadable('A line that is too long');
    if (!this.#isGreeted) {
      if (!line.startsWith('Asterisk Call Manager/')) throw new AmiUnreadable('No greeting');
      this.#isGreeted = true;
      return [];
    }
    if (line === '') {
      const message = this.#fields;
      this.#fields = new Map();
      this.#lines = 0;
      return message.size === 0 ? [] : [message];
    }
    this.#lines += 1;
    if (this.#lines > MAX_LINES) throw new AmiUnreadable('A message that is too long');
    const [, key, value] = /^([\w().-]{1,100}):\s?(.*)$/s.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      const name = key.toLowerCase();
      if (!this.#fields.has(name)) this.#fields.set(name, value);
    }
    return [];
  }
}

/** An action as it is sent. Nothing of a value makes a line of its own. */
export const actionText = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value.replace(/[\r\n]/g, '')}`)
    .join('\r\n')}\r\n\r\n`;
