import { ADMIN_ROLE } from '@sluice/contract'
import {
  findAdministrators,
  findMembers,
  findOptions,
  readDeptLines,
  readHeads,
  readMembers,
} from './organisation.store.ts'
import { readZones } from './department.store.ts'

/** What others ask about people and departments; each call reads in the transaction that it is given. */
export const organisation = {
  members: readMembers,
  deptLines: readDeptLines,
  heads: readHeads,
  holders: findMembers,
  administrators: (db: Parameters<typeof findAdministrators>[0], line: readonly string[]) =>
    findAdministrators(db, line, { dept: 'ROLE_DEPT_ADMIN', all: ADMIN_ROLE }),
  options: findOptions,
  zones: readZones,
}
export type Organisation = typeof organisation
