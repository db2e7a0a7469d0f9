-- What a deleted user held: a role he alone had can be deleted meanwhile, so they are no rows of user_role.
alter table sys_user add column former_roles bigint[] not null default '{}';
