-- Whether it stands in the lists of somebody whom it went to: what goes to many is put there in pieces.
alter table message_member add column is_listed boolean not null default true;
create index message_member_unlisted on message_member (instance_id, message_id, user_id) where not is_listed;
