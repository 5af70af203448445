-- What programs keep of a calendar for their person beside its name and colour, as they have said it: in which order it stands, what it calls by.
alter table calendar_look add column kept jsonb not null default '{}';
