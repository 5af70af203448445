-- What was done lately to how one person signs in: they see it themselves.
create index audit_entry_security on audit_entry (instance_id, subject, entry_id)
  where kind in ('password.changed', 'factor.changed', 'person.changed', 'session.locked');
