-- A role belongs to a department. Those that the program brings belong to nobody: everybody sees them. What operators
-- made until now becomes the platform's, which hands it on by choosing another department.
alter table role add column dept_id bigint references dept (id);
update role set dept_id = (select id from dept where parent_id is null and not deleted)
where create_by is not null
  or code not in ('ROLE_ADMIN', 'ROLE_DEPT_ADMIN', 'ROLE_OPERATOR', 'ROLE_MAINTAINER', 'ROLE_VIEWER');
create index role_dept on role (dept_id) where not deleted;
