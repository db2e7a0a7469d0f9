-- A message that tells of no fault: somebody tried whether a person is reached.
alter table push_message add column test boolean not null default false;
create index push_message_test on push_message (notice_user_id, channel, opened_at) where test;
