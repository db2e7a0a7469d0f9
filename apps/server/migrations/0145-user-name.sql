-- What people are called, for figures of who did something.
create view v_user_name as select id, nick_name as name from sys_user;
