-- When the person of a session has last proven who they are: what changes how somebody signs in asks for it. A new token is no proof.
alter table session add column proven_at timestamptz;
