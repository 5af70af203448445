-- Who hides how far they have read messages: asked for with each page of them.
create index user_setting_read_marks on user_setting (instance_id, user_id) where key = 'messageReadMarks' and value = 'false';
