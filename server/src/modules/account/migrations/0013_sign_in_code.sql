-- What a client at another origin exchanges for a session: handed out by the instance's own page, gone with the first try.
create table sign_in_code (
  instance_id int not null,
  code_hash bytea not null,
  user_id int not null,
  passkey_id int not null,
  -- The origin that it was handed to.
  client text not null,
  -- SHA-256 of what that origin alone knows, base64url.
  challenge text not null,
  expires_at timestamptz not null,
  primary key (instance_id, code_hash),
  foreign key (instance_id, user_id) references app_user on delete cascade,
  foreign key (instance_id, passkey_id) references passkey on delete cascade
);

call wall(array['sign_in_code']);
