import type { SettingsTab } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';

const RightsPage = lazily(() => import('./settings/rights-page.tsx').then((module) => module.RightsPage));
const ResourcesPage = lazily(() => import('./settings/resources-page.tsx').then((module) => module.ResourcesPage));
const ConnectPage = lazily(() => import('./settings/connect-page.tsx').then((module) => module.ConnectPage));
const BookingPagesPage = lazily(() => import('./settings/booking-page.tsx').then((module) => module.BookingPagesPage));
const TypesPage = lazily(() => import('./settings/types-page.tsx').then((module) => module.TypesPage));

export const settingsTabs: readonly SettingsTab[] = [
  {
    key: 'calendarRights',
    words: 'kalender termin freigeben recht calendar appointment share right',
    group: 'personal',
    label: { de: 'Mein Kalender', en: 'My calendar' },
    order: 6,
    component: RightsPage,
  },
  {
    key: 'calendarConnect',
    words:
      'kalender verbinden caldav telefon thunderbird iphone android outlook abonnieren ics adresse calendar connect phone subscribe feed address',
    group: 'personal',
    label: { de: 'Kalender verbinden', en: 'Connect a calendar' },
    order: 6.2,
    component: ConnectPage,
  },
  {
    key: 'bookingPages',
    words: 'buchung buchen buchungsseite termin öffentlich link kalender booking book public page appointment schedule',
    group: 'personal',
    label: { de: 'Buchungsseiten', en: 'Booking pages' },
    order: 6.4,
    component: BookingPagesPage,
  },
  {
    key: 'appointmentTypes',
    words: 'termin kalender typ vorgabe appointment calendar type preset',
    group: 'company',
    label: { de: 'Terminarten', en: 'Types of appointments' },
    order: 2.8,
    component: TypesPage,
    administrators: true,
  },
  {
    key: 'calendarResources',
    words:
      'raum räume gerät fahrzeug maschine ressource kalender termin buchen room equipment vehicle resource calendar',
    group: 'company',
    label: { de: 'Räume und Geräte', en: 'Rooms and equipment' },
    order: 2.9,
    component: ResourcesPage,
    administrators: true,
  },
];
