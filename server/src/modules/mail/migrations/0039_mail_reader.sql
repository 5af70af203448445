-- What threads, previews, invitations and checks are made of.
alter table mail
  add column thread_id bigint,
  add column thread_by text check (thread_by in ('references', 'subject', 'hand')),
  -- The subject without what answers put before it, where it may tie mails together.
  add column subject_key text,
  -- By which form of the parser it was read; those of an older one are read anew in the background.
  add column form smallint not null default 0,
  -- Whether mailing lists and machines sent it: such mails thread by their references alone.
  add column bulk boolean not null default false,
  -- From the header, where the mail offers it.
  add column unsubscribe jsonb,
  -- As the parser found them.
  add column invitation jsonb,
  add column report jsonb,
  -- As they were checked; a signature that was only found yet has no `checked`.
  add column authentication jsonb,
  add column signature jsonb;
create index mail_thread on mail (instance_id, thread_id, mail_id);
create index mail_unthreaded on mail (instance_id, mail_id) where thread_id is null;
create index mail_in_reply_to on mail (instance_id, in_reply_to) where in_reply_to is not null;
create index mail_refs on mail using gin (instance_id, refs);
create index mail_subject on mail (instance_id, subject_key, mail_id desc) where subject_key is not null;
create index mail_form on mail (instance_id, form, mail_id desc);
create index mail_uid on mail (instance_id, (invitation ->> 'uid'), mail_id desc) where invitation is not null;

-- A file that lay in another one has a key of two numbers; null: its part.
alter table mail_attachment add column storage_key text;

-- Mails whose header names one of these. Under the wall `&&` may not use its index, for it is not leakproof.
create function mails_naming(ids text[]) returns setof bigint language sql stable
  security definer set search_path = public, pg_temp as $$
  select m.mail_id from mail m where m.instance_id = app_instance() and m.refs && ids
  union
  select m.mail_id from mail m where m.instance_id = app_instance() and m.in_reply_to = any(ids)
$$;
revoke execute on function mails_naming from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function mails_naming to kontor_app;
  end if;
end $$;

-- Mails that are to be checked: where they are from, and what their signature is worth.
create table mail_check (
  instance_id int not null,
  mail_id bigint not null,
  due timestamptz not null,
  tries int not null default 0,
  primary key (instance_id, mail_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);
create index mail_check_due on mail_check (instance_id, due);

-- Which certificates a sender's mails bore, and the first mail that did.
create table mail_certificate (
  instance_id int not null references instance on delete cascade,
  address text not null,
  fingerprint text not null,
  mail_id bigint not null,
  primary key (instance_id, address, fingerprint)
);

create table mail_invitation_answer (
  instance_id int not null references instance on delete cascade,
  uid text not null,
  recurrence text not null default '',
  user_id int not null,
  sequence int not null,
  answer text not null check (answer in ('accepted', 'tentative', 'declined')),
  at timestamptz not null,
  outgoing_id bigint not null,
  primary key (instance_id, uid, recurrence, user_id)
);

create table mail_unsubscribed (
  instance_id int not null,
  mail_id bigint not null,
  user_id int not null,
  way text not null,
  state text not null check (state in ('asked', 'done', 'failed')),
  at timestamptz not null,
  primary key (instance_id, mail_id),
  foreign key (instance_id, mail_id) references mail on delete cascade
);

-- Roots for S/MIME that administrators trust.
create table mail_authority (
  instance_id int not null references instance on delete cascade,
  fingerprint text not null,
  name text not null,
  pem text not null,
  valid_until timestamptz not null,
  added_by int not null,
  primary key (instance_id, fingerprint)
);

call wall(array['mail_check', 'mail_certificate', 'mail_invitation_answer', 'mail_unsubscribed', 'mail_authority']);
