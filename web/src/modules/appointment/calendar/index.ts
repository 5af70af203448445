export { fetchCalendars } from './ahead.ts';
export { Calendar } from './calendar.tsx';
