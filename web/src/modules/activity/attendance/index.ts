export { attendanceTexts } from './attendance-texts.ts';
export { atItem, namesOf, saidOfNames } from './presence.ts';
export { useAttendance, useAttendants, type Attendants } from './use-attendance.ts';
