-- Whether what a feed says takes its subscriber's time for everybody else, too.
alter table calendar_subscription add column counts_busy boolean not null default false;
