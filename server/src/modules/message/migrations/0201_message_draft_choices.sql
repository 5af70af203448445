-- How a message that is a draft is to go, so that it is not asked again of what was taken back.
alter table message_draft
  add column is_open boolean not null default false,
  add column see_each_other boolean not null default false,
  -- Receivers are to be asked to confirm that they have got it.
  add column confirm boolean not null default false;
