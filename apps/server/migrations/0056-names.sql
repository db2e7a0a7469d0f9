-- Names that the program gave and now gives otherwise. What an operator renamed stays theirs: only the old word of the
-- program is replaced, and the same names in the menu follow it.
update role set name = '只读用户' where code = 'ROLE_VIEWER' and name = '查看者';

update resource r set title = n.now
from (values
  ('ValveSlave', '从机列表', '阀门列表'),
  ('AdminSite', '站点管理', '域名与外观'),
  ('site:add', '新增站点', '新增域名'),
  ('site:edit', '修改站点', '修改域名'),
  ('site:del', '删除站点', '删除域名'),
  ('site:export', '导出站点', '导出域名'),
  ('site:import', '导入站点', '导入域名')
) n (name, before, now)
where r.builtin and r.name = n.name and r.title = n.before;
