import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';

const load = () => import('./later.ts');
const loadRow = () => import('./row/appointment-row.tsx');
const AppointmentDetail = lazily(() => load().then((module) => module.AppointmentScreen));
const Calendar = lazily(() => load().then((module) => module.Calendar));
const dialog = lazily(() => load().then((module) => module.RemovalDialog));
const ofInvitations = lazily(() => load().then((module) => module.InvitationPart));
const rowPart = (name: 'preview' | 'marks' | 'time') => lazily(() => loadRow().then((module) => module[name]));
const row = { preview: rowPart('preview'), marks: rowPart('marks'), time: rowPart('time') };

const appointment = kindManifest('appointment', {
  order: 45,
  detail: AppointmentDetail,
  list: {
    load: () => load().then((module) => module.appointmentList),
    order: 10,
    keys: 'g a',
    // The list is one of the ways to look at a calendar.
    around: Calendar,
    isWhole: true,
  },
  rows: {
    appointment: {
      ...row,
      removal: { needsConfirmation: ({ extras }) => extras['repeats'] === true, dialog },
    },
  },
  first: async () => void (await Promise.all(Object.values(row).map((part) => part.load()))),
  begin: { order: 7, key: 'H', run: ({ client }, open) => load().then(({ begin }) => begin(client, open)) },
  sought: () => load().then((module) => module.setCommands),
  ofInvitations,
  ofPeople: () => load().then((module) => module.ofPeople),
  ofRecords: () => load().then((module) => module.ofRecords),
  settings: () => load().then((module) => module.settingsTabs),
  ahead: () => load().then((module) => module.calendarAhead()),
  warm: () => void dialog.load(),
  prepare: {
    appointment: (...given) => void load().then((module) => module.prepareAppointment(...given)),
  },
});

export const manifests = [appointment];
