import type { Sql } from '../../platform/db/db.ts'

/** One try to sign in, or a sign-out, as the log of them keeps it. */
interface LoginLine {
  now: Date
  username: string
  user: { id: string; deptId: string } | null
  action: 'LOGIN' | 'LOGOUT'
  /** `OK` or the key of the error. */
  result: string
  platform: string
  ip: string
  userAgent: string
}

/** Adds a line to the log of sign-ins. */
export type NoteLogin = (db: Sql, line: LoginLine) => Promise<void>
