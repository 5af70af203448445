import { KINDS, formatAggregateId } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import { ROUTES, currentRoute, detailHref, href, matchPath, type RouteName } from './routes.ts';

const id = formatAggregateId({ module: 'email', entryId: 17, userId: 1, sourceContainerId: 3 });
const enc = encodeURIComponent;
const day = '"2026-11-21T10:00:00.000Z"';

describe('every path of the table', () => {
  test.each<[string, RouteName | undefined]>([
    ['/', 'inbox'],
    ['', 'inbox'],
    ['/agenda', 'agendaList'],
    [`/appointment/${enc(id)}/inbox/edit`, 'appointment'],
    ['/records', 'idoList'],
    ['/records/4', 'idoList'],
    ['/records/4/7', 'idoList'],
    ['/mails/open/all/main', 'mailList'],
    [`/mail/${enc(id)}/module/view`, 'mail'],
    ['/mailSend', 'mailSendWithReceiver'],
    [`/mailSend/${enc('a@b.example')}`, 'mailSendWithReceiver'],
    ['/mailSend/reply/17', 'mailSend'],
    ['/mailSend/reply/17/4', 'mailSend'],
    ['/phoneCalls/all/today/main', 'phoneCallList'],
    [`/phoneCall/${enc(id)}/module/view/false`, 'phoneCall'],
    ['/PhoneBook', 'PhoneBook'],
    [`/phoneCallCreate/1/${enc('+49 40/123')}`, 'phoneCallCreate'],
    ['/messages/mine/all/main', 'messageList'],
    [`/message/${enc(id)}/module/view`, 'message'],
    [`/message/${enc(id)}/module/view/9`, 'message'],
    ['/tasks/open/all/main', 'taskList'],
    [`/task/${enc(id)}/module/view`, 'task'],
    ['/notes/open/all/main', 'noteList'],
    [`/note/${enc(id)}/module/view`, 'note'],
    [`/documents/open/${enc(day)}/main`, 'documentList'],
    [`/document/${enc(id)}/module/view`, 'document'],
    ['/record/5/inbox/edit', 'record'],
    ['/record/5/inbox/edit/activity', 'record'],
    ['/memo/5/inbox/edit', 'memo'],
    ['/memo/5/inbox/edit/tab', 'memo'],
    ['/trashed/all/all/main', 'trashList'],
    ['/filter/all/all/main', 'filterList'],
    ['/userOnline', 'userOnline'],
    ['/kanban', 'kanban'],
    ['/kanban/4f0c0a3e', 'kanban'],
    ['/settings/common', 'settings'],
    ['/login', 'login'],
    ['/versionMismatch', 'versionMismatch'],
    ['/mails', undefined],
    ['/settings', undefined],
    ['/agenda/more', undefined],
    ['/phonebook', undefined],
    ['/%E0%A4%A', undefined],
  ])('%s is %s', (path, name) => {
    expect(matchPath(path)?.name).toBe(name);
  });

  test('none is left out above', () => {
    // Kinds that have come since declare theirs.
    const since = KINDS.slice(8).flatMap(({ routes }) => Object.values(routes));
    expect(Object.keys(ROUTES)).toHaveLength(29 + since.length);
  });
});

describe('there and back', () => {
  test('parameters with slashes, quotes and percent signs', () => {
    const params = { id: '{"a":"1/2%25","b":"ü?#"}', activityListLocation: 'inbox', editOrView: 'view' };
    expect(matchPath(href('mail', params))).toEqual({ name: 'mail', params });
  });
  test('a JSON-quoted date', () => {
    const params = { view: 'open', date: day, source: 'main' };
    expect(matchPath(href('documentList', params))?.params).toEqual(params);
  });
  test('parameters that may be left out', () => {
    expect(href('idoList', {})).toBe('/records');
    expect(href('record', { id: '5', activityListLocation: 'x', editOrView: 'edit' })).toBe('/record/5/x/edit');
    expect(href('inbox')).toBe('/');
  });
  test('the detail of an item', () => {
    expect(matchPath(detailHref({ module: 'email', aggregateId: id }, 'inbox'))).toMatchObject({
      name: 'mail',
      params: { id, editOrView: 'view' },
    });
    expect(
      matchPath(detailHref({ module: 'phonecall', aggregateId: id }, 'module'))?.params['isAManuellCreation'],
    ).toBe('false');
    expect(matchPath(detailHref({ module: 'activity', aggregateId: id }, 'module'))?.name).toBe('memo');
  });
  test('the list that a detail belongs to', () => {
    expect(currentRoute(`/mail/${enc(id)}/inbox/view`)).toBe('inbox');
    expect(currentRoute(`/mail/${enc(id)}/module/view`)).toBe('mailList');
    expect(currentRoute('/settings/common')).toBe('settings');
  });
});
