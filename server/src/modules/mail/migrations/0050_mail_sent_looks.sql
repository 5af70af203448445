-- Looks into the sent folder that are still to be taken, before a mail is put there, of hosts that file what was sent themselves.
alter table mail_append add column looks_left int not null default 0;
