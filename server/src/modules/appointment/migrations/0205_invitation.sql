-- Invitations that came by mail: when that was written which we know last (milliseconds since 1970), and the lines of it that we have no field for.
alter table appointment add column stamped_at bigint not null default 0, add column ical_extra jsonb;
-- The address at which a person of the instance was invited; empty for who was entered by name.
alter table appointment_person add column invited_as text not null default '';
