-- Names that telephone systems bring with calls: what callers call themselves, a row for each name of a number. Their weight is the least of all claims.
create table number_said (
  instance_id int not null references instance on delete cascade,
  said_id bigint generated always as identity,
  number bigint not null,
  name text not null,
  name_key text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Calls that brought it.
  seen int not null default 1,
  primary key (instance_id, said_id)
);
create unique index number_said_name on number_said (instance_id, number, name_key);
create index number_said_age on number_said (instance_id, last_at);
call wall(array['number_said']);
