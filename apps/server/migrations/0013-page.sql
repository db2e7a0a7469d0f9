-- A page deep in a list is cut out of an index alone, which is in the list's order and tells whose a row is, or holds
-- the department's rows in that order: whichever is less to read. Rows are fetched for that page only.
drop index device_no_unique;
create unique index device_no_unique on device (device_no) include (id, dept_id, create_by) where not deleted;
drop index device_dept;
create index device_dept on device (dept_id, device_no, id) where not deleted;
create index sys_user_page on sys_user (username, id) include (dept_id, create_by) where not deleted;

-- Who sees only what he made (data scope SELF) sees little among much.
create index device_creator on device (create_by) where not deleted and create_by is not null;

-- Trigrams know nothing of Chinese: a name is found by its single letters, and those that have them are looked at. Of
-- all rows, because the planner knows how rare a letter is only from an index without a condition.
create index device_letter on device using gin (string_to_array(name, null));
