-- Ways in which messages leave the platform (domain 6.2 NoticeUser.channels), one row for each kind that was ever set up.
create table notice_channel (
  kind text primary key check (kind in ('EMAIL', 'SMS', 'VOICE', 'DINGTALK', 'WECOM', 'WECHAT', 'WEBHOOK')),
  enabled boolean not null,
  -- By name, without secrets.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- Sealed with the server's key, all of the channel in one.
  secrets bytea not null,
  -- How the last message fared: {time, ok, because, test}.
  last_sent jsonb,
  version integer not null default 0,
  update_by bigint not null,
  update_time timestamptz not null
);
