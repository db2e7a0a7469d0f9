-- Whose land lies around a department depends on what its ancestors are.
create or replace view v_dept as
  select id, dept_id, parent_id, ancestors, name, sort, web_name, logo, deleted, create_by,
    exists (select from dept above where (above.id = dept.id or above.id = any (dept.ancestors))
      and above.status <> 'NORMAL' and not above.deleted) as is_off,
    kind
  from dept;
