/**
 * What is written down for good. A module adds its own kinds here: `subject.verb`. The order is that of the filter that people see.
 */
export const AUDIT_KINDS = [
  'session.opened',
  'session.refused',
  'session.closed',
  'session.reused',
  'session.locked',
  'factor.changed',
  'password.changed',
  'link.made',
  'link.used',
  'person.invited',
  'person.changed',
  'rights.changed',
  'instance.changed',
  'group.changed',
  'kind.changed',
  'menu.changed',
  'menu.redeemed',
  'access.refused',
  'items.deleted',
  'items.restored',
  'data.exported',
  'data.imported',
  'mailbox.changed',
  'box.changed',
  'phone.changed',
  'jobs.changed',
  'operator.acted',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
