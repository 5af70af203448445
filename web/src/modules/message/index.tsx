import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';

const load = () => import('./later.ts');
const loadRow = () => import('./row/message-row.tsx');
const MessageDetail = lazily(() => load().then((module) => module.MessageScreen));
const rowPart = (name: 'preview' | 'marks' | 'portrait') => lazily(() => loadRow().then((module) => module[name]));
const row = { preview: rowPart('preview'), marks: rowPart('marks'), portrait: rowPart('portrait') };

const message = kindManifest('message', {
  order: 25,
  detail: MessageDetail,
  list: { load: () => load().then((module) => module.messageList), order: 13, keys: 'g c' },
  rows: { message: { ...row, said: lazily(() => load().then((module) => module.LastSaid)) } },
  first: async () => void (await Promise.all(Object.values(row).map((part) => part.load()))),
  begin: { order: 6, key: 'P', run: ({ client }, open) => load().then(({ begin }) => begin(client, open)) },
  ofPeople: () => load().then((module) => module.ofPeople),
  ofRecords: () => load().then((module) => module.ofRecords),
  onItems: [
    {
      name: 'ask',
      icon: 'chat-text',
      label: { de: 'Kollegen fragen', en: 'Ask colleagues' },
      key: 'I',
      right: 'createMessage',
      ofDetails: true,
      on: ({ trashed }) => !trashed,
      run: (...given) => load().then(({ onItems }) => onItems(...given)),
    },
  ],
  settings: () => load().then((module) => module.settingsTabs),
  prepare: { message: (...given) => void load().then((module) => module.prepareMessage(...given)) },
});

export const manifests = [message];
