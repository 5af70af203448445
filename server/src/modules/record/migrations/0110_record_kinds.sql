-- Kinds of records that people define themselves: which version of a kind somebody has changed, the tabs of its editor, and kinds that were
-- taken away: their records stay where they are, in the history and in what refers to them.
alter table record_kind
  add column version int not null default 1,
  add column deleted_at bigint,
  -- `[{ tab, title, isShown, url? }]`; an empty title is as the app calls the tab.
  add column tabs jsonb not null default '[
    {"tab":"masterData","title":"","isShown":true},
    {"tab":"activity","title":"","isShown":true},
    {"tab":"relations","title":"","isShown":true},
    {"tab":"document","title":"","isShown":true},
    {"tab":"mailAttachment","title":"","isShown":true},
    {"tab":"changeLog","title":"","isShown":true},
    {"tab":"print","title":"","isShown":true}
  ]';
