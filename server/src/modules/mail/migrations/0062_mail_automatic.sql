-- What accounts send by themselves is counted before each such mail, and listed for an absence.
create index mail_outgoing_automatic on mail_outgoing (instance_id, account_id, created_at) where cause in ('rule', 'absence');
