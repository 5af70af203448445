-- A mail may be sent for a message.
alter table mail_outgoing drop constraint mail_outgoing_cause_check,
  add constraint mail_outgoing_cause_check check (cause in ('person', 'rule', 'absence', 'invitation', 'unsubscribe', 'message'));
