-- Entries that an instance has made for everybody's main menu.
create table main_menu_item (
  instance_id int not null references instance on delete cascade,
  item_id int not null generated always as identity,
  name text not null,
  caption text not null,
  type text not null check (type in ('predefined', 'userDefinedUrl', 'applicationStarter')),
  url text not null,
  method text not null check (method in ('GET', 'POST')),
  session boolean not null,
  resource_id text not null,
  sort_order int not null,
  version int not null default 1,
  -- Until it is swept it can be put back, under the number that people have put in their order.
  deleted_at timestamptz,
  primary key (instance_id, item_id)
);
create unique index main_menu_item_name on main_menu_item (instance_id, name) where deleted_at is null;

-- What a host is handed to learn who has come: good once, for a moment.
create table menu_code (
  instance_id int not null,
  code_hash bytea not null,
  user_id int not null,
  -- In which the entry was opened: with it the code is over.
  session_id uuid not null,
  host text not null,
  item text not null,
  resource_id text not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (instance_id, code_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade
);

-- What the app on a device has said of itself last, and whether it was looked at.
alter table session
  add column app_state text check (app_state in ('foreground', 'background')),
  add column app_state_at timestamptz,
  add column app_platform text,
  add column app_browser text,
  add column app_version text;

call wall(array['main_menu_item', 'menu_code']);
