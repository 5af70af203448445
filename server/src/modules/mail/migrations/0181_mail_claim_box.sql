-- A mail is taken care of in the mailbox in which whoever does so has it; who has it in another one knows nothing of that.
alter table mail_claim add column box_id int not null default 0;
update mail_claim c set box_id = case when au.box_id <> 0 then au.box_id else coalesce(au.via_box_id, 0) end
  from activity_user au where au.instance_id = c.instance_id and au.activity_id = c.mail_id and au.user_id = c.user_id;
alter table mail_claim drop constraint mail_claim_pkey;
alter table mail_claim add primary key (instance_id, mail_id, box_id);

-- The same of comments and answers; null where nobody knows.
alter table mail_comment add column box_id int;
update mail_comment c set box_id = case when au.box_id <> 0 then au.box_id else coalesce(au.via_box_id, 0) end
  from activity_user au where au.instance_id = c.instance_id and au.activity_id = c.mail_id and au.user_id = c.user_id;
alter table mail_answer add column box_id int;
update mail_answer c set box_id = case when au.box_id <> 0 then au.box_id else coalesce(au.via_box_id, 0) end
  from activity_user au where au.instance_id = c.instance_id and au.activity_id = c.mail_id and au.user_id = c.user_id;

-- It is each reader's own from now on.
update activity a set extras = a.extras - 'claimedBy' - 'claimedById'
  from mail_claim c where a.instance_id = c.instance_id and a.activity_id = c.mail_id;
