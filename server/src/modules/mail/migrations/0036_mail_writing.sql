-- Who mail can be sent as: an account's own address, and others that its server lets it use. Its id is the "sending account" of the wire.
create table mail_sender (
  instance_id int not null,
  sender_id int not null generated always as identity,
  account_id int not null,
  email text not null,
  name text not null,
  is_main boolean not null,
  standard_template_id bigint,
  removed_at timestamptz,
  primary key (instance_id, sender_id),
  foreign key (instance_id, account_id) references mail_account on delete cascade
);
create unique index mail_sender_main on mail_sender (instance_id, account_id) where is_main and removed_at is null;
create unique index mail_sender_email on mail_sender (instance_id, account_id, lower(email)) where removed_at is null;

-- An account's own address is a sender for as long as the account is there, whoever changes it.
create function keep_mail_sender() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.removed_at is not null then
    update mail_sender set removed_at = new.removed_at
      where instance_id = new.instance_id and account_id = new.account_id and removed_at is null;
    return null;
  end if;
  -- Another sender of the account may have had the address until now: it becomes the account's own.
  update mail_sender set removed_at = now()
    where instance_id = new.instance_id and account_id = new.account_id and removed_at is null
      and not is_main and lower(email) = lower(new.email);
  update mail_sender set email = new.email, name = new.name
    where instance_id = new.instance_id and account_id = new.account_id and is_main and removed_at is null;
  if not found then
    insert into mail_sender (instance_id, account_id, email, name, is_main)
    values (new.instance_id, new.account_id, new.email, new.name, true);
  end if;
  return null;
end $$;
create trigger mail_sender_kept after insert or update of email, name, removed_at
  on mail_account for each row execute function keep_mail_sender();

-- Whom a person writes as unless they say otherwise.
create table mail_choice (
  instance_id int not null,
  user_id int not null,
  standard_sender_id int,
  primary key (instance_id, user_id),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

create table mail_signature (
  instance_id int not null,
  signature_id int not null generated always as identity,
  sender_id int not null,
  -- Null: of everybody who may send for the account.
  owner_id int,
  name text not null,
  content text not null,
  -- The one that a mail begins with: a person's own before everybody's.
  is_standard boolean not null default false,
  version int not null default 1,
  primary key (instance_id, signature_id),
  foreign key (instance_id, sender_id) references mail_sender on delete cascade
);
create index mail_signature_sender on mail_signature (instance_id, sender_id);
create unique index mail_signature_standard on mail_signature (instance_id, sender_id, coalesce(owner_id, 0)) where is_standard;

-- Drafts and templates. The key is the client's own, so that saving twice is one draft.
create table mail_draft (
  instance_id int not null references instance on delete cascade,
  draft_id bigint not null generated always as identity,
  draft_key uuid not null,
  owner_id int not null,
  kind text not null check (kind in ('auto', 'draft', 'template')),
  is_global boolean not null default false,
  name text not null default '',
  sender_id int,
  signature_id int,
  subject text not null default '',
  content text not null default '',
  is_plain boolean not null default false,
  receivers jsonb not null default '{}',
  answer_type text check (answer_type in ('reply', 'replyAll', 'forward', 'forwardAsAttachment', 'editAsNew')),
  answer_mail_id bigint,
  template_id bigint,
  version int not null default 1,
  saved_at timestamptz not null,
  saved_by int not null,
  -- Thrown away; kept for Undo for 30 days.
  deleted_at timestamptz,
  -- The mail that it became.
  outgoing_id bigint,
  primary key (instance_id, draft_id),
  unique (instance_id, draft_key)
);
create index mail_draft_own on mail_draft (instance_id, owner_id, kind, saved_at desc) where deleted_at is null;
create index mail_draft_global on mail_draft (instance_id, kind, saved_at desc) where is_global and deleted_at is null;
create index mail_draft_deleted on mail_draft (instance_id, deleted_at) where deleted_at is not null;

create table mail_draft_file (
  instance_id int not null,
  draft_id bigint not null,
  place int not null,
  source text not null check (source in ('upload', 'mail', 'document')),
  attachment_id bigint,
  from_mail_id bigint,
  from_part int,
  filename text not null,
  size bigint not null,
  content_type text not null,
  blob_hash text not null,
  disposition text not null check (disposition in ('inline', 'attachment')),
  primary key (instance_id, draft_id, place),
  foreign key (instance_id, draft_id) references mail_draft on delete cascade
);

-- Whom the mails of a box were exchanged with, counted box by box behind the arrivals by one job at a time, never while mails are filed.
create table mail_correspondent (
  instance_id int not null references instance on delete cascade,
  box_id int not null,
  address text not null,
  name text not null,
  sent int not null,
  received int not null,
  last_at timestamptz not null,
  words tsvector not null,
  primary key (instance_id, box_id, address)
);
create index mail_correspondent_words on mail_correspondent using gin (words);
create index mail_correspondent_most on mail_correspondent (instance_id, box_id, sent desc, address) where sent > 0;
create table mail_counted (
  instance_id int not null references instance on delete cascade,
  box_id int not null,
  up_to bigint not null,
  primary key (instance_id, box_id)
);

-- Under the wall text operators may not use an index: asked through a function that looks only into boxes of which the viewer is a member.
create function suggest_addresses(viewer int, query tsquery, most int)
  returns table (address text, name text, sent bigint, received bigint, last_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.address, (array_agg(c.name order by (c.name = ''), c.last_at desc))[1], sum(c.sent), sum(c.received), max(c.last_at)
  from mail_correspondent c
  where c.instance_id = app_instance() and c.words @@ query
    and c.box_id in (select m.box_id from box_member m where m.instance_id = app_instance() and m.user_id = viewer)
  group by c.address
  -- Whom one has written to comes before who has written; the newest first among as many.
  order by sum(c.sent) > 0 desc, sum(c.sent) * 4 + sum(c.received) desc, max(c.last_at) desc, c.address limit most
$$;
revoke execute on function suggest_addresses from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'kontor_app') then
    grant execute on function suggest_addresses to kontor_app;
  end if;
end $$;

-- The owner is bound by the wall too, where it is an ordinary user.
alter table mail_account no force row level security;
insert into mail_sender (instance_id, account_id, email, name, is_main)
  select instance_id, account_id, email, name, true from mail_account where removed_at is null;
alter table mail_account force row level security;

call wall(array['mail_sender', 'mail_choice', 'mail_signature', 'mail_draft', 'mail_draft_file', 'mail_correspondent', 'mail_counted']);
