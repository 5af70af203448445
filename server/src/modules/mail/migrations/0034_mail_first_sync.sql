-- When a mail is fetched again that broke the connection each time; null for all others. Until then its header stands for it.
alter table mail_copy add column retry_at timestamptz;
create index mail_copy_retry on mail_copy (instance_id, folder_id) where retry_at is not null;

-- Mails that the server has, as long as not all of them were fetched: how far an account is, also while nobody reads it.
alter table mail_account add column on_server bigint;
