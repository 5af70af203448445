-- What people can say of themselves: the instance's own list. Each has one of type personal, whose text is everybody's own. A state that is gone
-- keeps its number.
create table user_state (
  instance_id int not null references instance on delete cascade,
  state_id int not null,
  type text not null check (type in ('available', 'global', 'personal')),
  text_de text not null,
  text_en text not null,
  -- A name from the client's set of icons, and a colour as #rrggbb.
  icon text not null,
  colour text not null,
  -- What the state says of being there: that somebody is, that somebody is not, or nothing, so that the devices decide.
  counts text not null check (counts in ('present', 'absent', 'devices')),
  is_busy boolean not null,
  sort int not null,
  gone boolean not null default false,
  primary key (instance_id, state_id)
);

-- Circles on the map with the state of who is there: of one person, or for all. One that moves is another one, and the old one is gone.
create table automatic_state (
  instance_id int not null references instance on delete cascade,
  automatic_id int generated always as identity,
  owner_id int,
  name text not null,
  icon text not null,
  -- Degrees, and metres.
  latitude double precision not null,
  longitude double precision not null,
  radius int not null,
  -- Opening hours in the instance's zone; empty for always.
  schedule text not null,
  state_id int not null,
  gone boolean not null default false,
  primary key (instance_id, automatic_id),
  foreign key (instance_id, owner_id) references app_user on delete cascade,
  foreign key (instance_id, state_id) references user_state
);
create index automatic_state_owner on automatic_state (instance_id, owner_id);

-- What proves that a device is at a place: SHA-256 of a secret of one session and one place.
create table automatic_key (
  instance_id int not null,
  automatic_id int not null,
  session_id uuid not null,
  key_hash bytea not null,
  primary key (instance_id, automatic_id, session_id),
  foreign key (instance_id, automatic_id) references automatic_state on delete cascade,
  foreign key (instance_id, session_id) references session on delete cascade
);
create index automatic_key_session on automatic_key (instance_id, session_id);

-- What somebody has chosen, and the place that holds. It has what is now and nothing of what was, so that nobody can tell from it who came
-- and went when: no table has.
create table user_presence (
  instance_id int not null,
  user_id int not null,
  state_id int,
  -- When the person chose last, a state or none.
  chosen_at timestamptz,
  -- Null: until another choice.
  until timestamptz,
  personal_text text,
  automatic_id int,
  automatic_at timestamptz,
  -- The device that said so.
  automatic_session uuid,
  -- What was shown when the place began to hold.
  previous_state_id int,
  hidden boolean not null default false,
  version bigint not null default 1,
  primary key (instance_id, user_id),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, state_id) references user_state,
  foreign key (instance_id, automatic_id) references automatic_state on delete set null (automatic_id)
);
create index user_presence_until on user_presence (until) where until is not null;
create index user_presence_at on user_presence (automatic_at) where automatic_at is not null;
create index user_presence_automatic on user_presence (instance_id, automatic_id);
create index user_presence_state on user_presence (instance_id, state_id);

-- Who wants to be told, once, as soon as somebody is there.
create table presence_wait (
  instance_id int not null,
  user_id int not null,
  of_user_id int not null,
  until timestamptz not null,
  primary key (instance_id, of_user_id, user_id),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, of_user_id) references app_user on delete cascade
);
create index presence_wait_user on presence_wait (instance_id, user_id);
create index presence_wait_until on presence_wait (until);

call wall(array['user_state', 'automatic_state', 'automatic_key', 'user_presence', 'presence_wait']);

-- Sessions end in many ways, all of them by this column: none of them leaves a key, nor a place where the device said that somebody is.
create function forget_automatic_keys() returns trigger language plpgsql as $$
begin
  delete from automatic_key where instance_id = new.instance_id and session_id = new.session_id;
  update user_presence set automatic_id = null, automatic_at = null, automatic_session = null, version = version + 1
    where instance_id = new.instance_id and user_id = new.user_id and automatic_session = new.session_id;
  return null;
end $$;
create trigger session_ends_keys after update of ended_at on session for each row
  when (new.ended_at is not null) execute function forget_automatic_keys();

-- Owners who are bound by the wall bind themselves to the instance for as long as it takes.
create function make_user_states(instance int) returns void language plpgsql set search_path = public, pg_temp as $$
declare bound text := coalesce(current_setting('app.instance', true), '');
begin
  perform set_config('app.instance', instance::text, true);
  insert into user_state (instance_id, state_id, type, text_de, text_en, icon, colour, counts, is_busy, sort)
    select instance, s.n, s.type, s.text_de, s.text_en, s.icon, s.colour, s.counts, s.is_busy, s.n
    from (values
      (1, 'available', 'Verfügbar', 'Available', 'check-circle', '#2e7d46', 'devices', false),
      (2, 'global', 'Im Büro', 'In the office', 'users', '#1f5fae', 'present', false),
      (3, 'global', 'Beschäftigt', 'Busy', 'hourglass', '#b26a00', 'devices', true),
      (4, 'global', 'Nicht stören', 'Do not disturb', 'bell-slash', '#b3261e', 'devices', true),
      (5, 'global', 'Homeoffice', 'Working from home', 'desktop', '#2f6f8f', 'present', false),
      (6, 'global', 'Abwesend', 'Away', 'clock', '#5f6b7a', 'absent', false),
      (7, 'global', 'Urlaub', 'On holiday', 'sun', '#8a6d1b', 'absent', false),
      (8, 'personal', 'Eigener Status', 'Own status', 'chat-text', '#6a4c93', 'devices', false)
    ) as s (n, type, text_de, text_en, icon, colour, counts, is_busy);
  perform set_config('app.instance', bound, true);
end $$;
revoke execute on function make_user_states from public;

create function keep_user_states() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform make_user_states(new.instance_id);
  return null;
end $$;
create trigger user_states_kept after insert on instance for each row execute function keep_user_states();

do $$
declare one int;
begin
  for one in select instance_id from instance order by 1 loop perform make_user_states(one); end loop;
end $$;
