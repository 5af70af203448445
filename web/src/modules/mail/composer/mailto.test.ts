import { describe, expect, test } from 'vitest';
import { parseMailto } from './mailto.ts';

const people = (list: readonly { receiver: string; receiverRealName: string }[] = []): string[] =>
  list.map(({ receiver, receiverRealName }) =>
    receiverRealName === '' ? receiver : `${receiverRealName} <${receiver}>`,
  );

describe('a mailto link', () => {
  test('says all that it may say', () => {
    const link = parseMailto(
      'mailto:paul@werft.example,anna@nordwerk.example?cc=ben@nordwerk.example&bcc=chef@nordwerk.example&subject=Lieferung%20%C3%BCber%20Kiel&body=Guten%20Tag,%0D%0A%0D%0Awann?',
    );
    expect(people(link?.receiversTo)).toEqual(['paul@werft.example', 'anna@nordwerk.example']);
    expect(people(link?.receiversCC)).toEqual(['ben@nordwerk.example']);
    expect(people(link?.receiversBCC)).toEqual(['chef@nordwerk.example']);
    expect([link?.subject, link?.body]).toEqual(['Lieferung über Kiel', 'Guten Tag,\n\nwann?']);
  });
  test.each<[string, string[]]>([
    ['mailto:?to=a@b.example&to=c@d.example', ['a@b.example', 'c@d.example']],
    ['mailto:a@b.example?to=c@d.example,A@B.example', ['a@b.example', 'c@d.example']],
    ['MAILTO:a@b.example', ['a@b.example']],
    ['mailto:a%2Bneu@b.example', ['a+neu@b.example']],
    ['mailto:a+neu@b.example', ['a+neu@b.example']],
    ['mailto:%22not%40me%22@b.example', ['"not@me"@b.example']],
    ['mailto:Paul%20Neumann%20%3Cpaul@werft.example%3E', ['Paul Neumann <paul@werft.example>']],
    ['mailto:user@example.org%0D%0ABcc:x@y.example', ['user@example.org Bcc:x@y.example']],
    ['mailto:', []],
  ])('%s goes to %j', (link, expected) => expect(people(parseMailto(link)?.receiversTo)).toEqual(expected));
  test.each<[string, string]>([
    ['mailto:a@b.example?subject=a+b', 'a+b'],
    ['mailto:a@b.example?Subject=Gr%C3%B6%C3%9Fe', 'Größe'],
    ['mailto:a@b.example?subject=100%25%20und%20100%', '100% und 100%'],
    ['mailto:a@b.example?subject=eins%0D%0ABcc:%20x@y.example', 'eins Bcc: x@y.example'],
    ['mailto:a@b.example?subject=kaputt%C3', 'kaputt%C3'],
    ['mailto:a@b.example?subject=a%26b%3Dc&amp;body=x', 'a&b=c'],
  ])('%s is about %j', (link, expected) => expect(parseMailto(link)?.subject).toBe(expected));
  test('may ask for no file and no other head', () => {
    const link = parseMailto('mailto:a@b.example?attach=/etc/passwd&from=chef@b.example&in-reply-to=%3Cx%3E#fragment');
    expect(link).toEqual({
      receiversTo: [{ receiver: 'a@b.example', receiverRealName: '' }],
      receiversCC: [],
      receiversBCC: [],
      subject: '',
      body: '',
    });
  });
  test('is one, or nothing', () => {
    expect(parseMailto('https://b.example')).toBeUndefined();
    expect(parseMailto('')).toBeUndefined();
  });
});
