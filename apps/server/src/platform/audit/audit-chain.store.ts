import {
  type ChainBreak,
  type ChainLink,
  CHAIN_START,
  followChain,
  isBreak,
  nextLink,
  type SealedLine,
} from './audit.rules.ts'
import type { Connection, Database, Sql } from '../db/db.ts'
import { unscopedText } from '../resource/scoped.ts'

/** Lines sealed in one go, and seals read in one go. */
const BATCH = 2_000

/**
 * A line as text that two readers cannot write differently: jsonb keeps one order of names, the time is whole
 * microseconds. New columns of the log must be added at the end here, or a new kind of line begins unsealed.
 */
const CANONICAL = `jsonb_build_array(o.id, (extract(epoch from o.ts) * 1000000)::bigint, o.user_id, o.username, o.dept_id,
  o.action, to_jsonb(o.target_ids), o.before, o.after, o.ip, o.trace_id, o.api_key_id, o.api_key_name)::text`

/** Seals the lines written since the last call; returns how many. Only one process seals at a time. */
export async function sealAudit(db: Database): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await db.transaction(sealBatch)
    sealed += count
    if (count < BATCH) return sealed
  }
}

async function sealBatch(tx: Connection): Promise<number> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('audit.chain', 0))")
  const { rows } = await tx.query<{ id: string; line: string }>(
    `select o.id, ${CANONICAL} as line from oper_log_unsealed u join oper_log o on o.id = u.oper_id
     order by o.id limit ${BATCH} ${unscopedText('job')}`,
  )
  if (rows.length === 0) return 0
  const links: ChainLink[] = []
  let at = await headOf(tx)
  for (const { line } of rows) {
    at = nextLink(at, line)
    links.push(at)
  }
  const ids = rows.map(({ id }) => id)
  await tx.query(
    'insert into oper_log_seal (seq, oper_id, hash) select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])',
    [links.map(({ seq }) => seq), ids, links.map(({ hash }) => hash)],
  )
  await tx.query('delete from oper_log_unsealed where oper_id = any($1::bigint[])', [ids])
  return rows.length
}

interface LinkRow extends Record<string, unknown> {
  seq: string
  hash: Buffer
}

/** Where the chain ends now. */
async function headOf(db: Sql): Promise<ChainLink> {
  const { rows } = await db.query<LinkRow>('select seq, hash from oper_log_seal order by seq desc limit 1')
  return rows[0] ? linkOf(rows[0]) : beginningOf(db)
}

/** Where the chain begins: after the last cut, or before the first line. */
async function beginningOf(db: Sql): Promise<ChainLink> {
  const { rows } = await db.query<LinkRow>('select seq, hash from oper_log_anchor order by seq desc limit 1')
  return rows[0] ? linkOf(rows[0]) : CHAIN_START
}

function linkOf({ seq, hash }: LinkRow): ChainLink {
  return { seq: Number(seq), hash }
}

export interface AuditVerdict {
  /** Sealed lines that follow each other as they should. */
  lines: number
  /** Written, but not sealed yet: a matter of a second while the server runs. */
  unsealed: number
  head: ChainLink
  /** The first thing that is wrong. */
  broken: ChainBreak | null
}

/**
 * Verifies the whole chain over one state of the database. `noted`, an end of the chain that was written down earlier,
 * must still be in it: without it, removing the newest lines together with their seals would go unnoticed.
 */
export async function verifyAudit(
  db: Database,
  noted?: ChainLink,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<AuditVerdict> {
  return db.transaction(
    async (tx) => {
      const beginning = await beginningOf(tx)
      const total = (await headOf(tx)).seq - beginning.seq
      const walked = await walk(tx, beginning, noted, (seq) => onProgress(seq - beginning.seq, total))
      const unsealed = await count(tx, 'select count(*) as n from oper_log_unsealed')
      const broken = walked.broken ?? (await unproven(tx, beginning)) ?? (await slipped(tx))
      return { lines: walked.head.seq - beginning.seq, unsealed, head: walked.head, broken }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

async function walk(
  tx: Connection,
  beginning: ChainLink,
  noted: ChainLink | undefined,
  onSeal: (seq: number) => void,
): Promise<{ head: ChainLink; broken: ChainBreak | null }> {
  let head = beginning
  let isNotedSeen = noted === undefined || noted.seq <= beginning.seq
  for (;;) {
    const seals = await readSeals(tx, head.seq)
    if (seals.length === 0) break
    const found = followChain(head, seals)
    if (isBreak(found)) return { head, broken: found }
    isNotedSeen ||= seals.some(({ seq, hash }) => seq === noted!.seq && hash.equals(noted!.hash))
    head = found
    onSeal(head.seq)
  }
  return { head, broken: isNotedSeen ? null : { because: 'head-lost', operId: null, seq: noted!.seq } }
}

async function readSeals(tx: Connection, after: number): Promise<SealedLine[]> {
  const { rows } = await tx.query<{ seq: string; oper_id: string; hash: Buffer; line: string | null }>(
    `select s.seq, s.oper_id, s.hash, case when o.id is null then null else ${CANONICAL} end as line
     from oper_log_seal s left join oper_log o on o.id = s.oper_id
     where s.seq > $1 order by s.seq limit ${BATCH} ${unscopedText('audit')}`,
    [after],
  )
  return rows.map(({ seq, oper_id, hash, line }) => ({ seq: Number(seq), operId: oper_id, hash, line }))
}

/** Where a line is in the chain, with the hashes beside it. */
export interface ChainPlace {
  seq: number
  previous: Buffer
  hash: Buffer
  /** Null at the end of the chain. */
  next: Buffer | null
  /** The line as it stands now, as text. */
  line: string
  /** Its hash is that of the line as it stands now, after the one before. */
  fits: boolean
}

interface PlaceRow extends Record<string, unknown> {
  seq: string
  hash: Buffer
  line: string
  previous: Buffer | null
  next: Buffer | null
}

/** The place of a line, verified against the line before; null while it is not sealed. */
export async function placeInChain(db: Sql, operId: string): Promise<ChainPlace | null> {
  const { rows } = await db.query<PlaceRow>(
    `select s.seq, s.hash, ${CANONICAL} as line, p.hash as previous, n.hash as next
     from oper_log_seal s join oper_log o on o.id = s.oper_id
       left join oper_log_seal p on p.seq = s.seq - 1 left join oper_log_seal n on n.seq = s.seq + 1
     where s.oper_id = $1 ${unscopedText('audit')}`,
    [operId],
  )
  const [row] = rows
  if (!row) return null
  const seq = Number(row.seq)
  const begin = await beginningOf(db)
  const previous = row.previous ?? (begin.seq === seq - 1 ? begin.hash : null)
  const { hash, next } = row
  const fits = previous !== null && nextLink({ seq: seq - 1, hash: previous }, row.line).hash.equals(hash)
  return { seq, previous: previous ?? CHAIN_START.hash, hash, next, line: row.line, fits }
}

/** A cut leaves a line of its own behind, which names where it cut. */
async function unproven(tx: Connection, beginning: ChainLink): Promise<ChainBreak | null> {
  if (beginning.seq === 0) return null
  const { rows } = await tx.query(
    `select 1 from oper_log where action = '${CUT_ACTION}' and after ->> 'seq' = $1 and after ->> 'end' = $2
     ${unscopedText('audit')}`,
    [String(beginning.seq), beginning.hash.toString('hex')],
  )
  return rows.length > 0 ? null : { because: 'cut-unproven', operId: null, seq: beginning.seq }
}

/** Lines past the queue, and lines that left before they were sealed. */
async function slipped(tx: Connection): Promise<ChainBreak | null> {
  const gone = await tx.query<{ id: string }>(
    `select u.oper_id as id from oper_log_unsealed u left join oper_log o on o.id = u.oper_id
     where o.id is null order by u.oper_id limit 1 ${unscopedText('audit')}`,
  )
  if (gone.rows[0]) return { because: 'line-missing', operId: gone.rows[0].id, seq: null }
  const extra = await tx.query<{ id: string }>(
    `select o.id from oper_log o where not exists (select 1 from oper_log_seal s where s.oper_id = o.id)
       and not exists (select 1 from oper_log_unsealed u where u.oper_id = o.id)
     order by o.id limit 1 ${unscopedText('audit')}`,
  )
  return extra.rows[0] ? { because: 'line-unsealed', operId: extra.rows[0].id, seq: null } : null
}

async function count(tx: Connection, statement: string): Promise<number> {
  const { rows } = await tx.query<{ n: string }>(statement)
  return Number(rows[0]!.n)
}

export const CUT_ACTION = 'audit.cut'

/**
 * Deletes the oldest sealed lines, up to the first that is not older than `before`; the chain then begins after them.
 * Returns the new beginning and how many lines were deleted, or null when there is nothing to delete. Verify first:
 * deleted lines cannot be checked.
 */
export async function cutAudit(
  tx: Connection,
  before: Date,
  now: Date,
): Promise<(ChainLink & { lines: number }) | null> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('audit.chain', 0))")
  // Lines are sealed in the order they were found: the cut ends before the first one to keep.
  const { rows } = await tx.query<LinkRow>(
    `select s.seq, s.hash from oper_log_seal s where s.seq < coalesce((select min(k.seq) from oper_log_seal k
       join oper_log o on o.id = k.oper_id where o.ts >= $1), 9223372036854775807)
     order by s.seq desc limit 1 ${unscopedText('admin')}`,
    [before],
  )
  if (!rows[0]) return null
  const link = linkOf(rows[0])
  const gone = await tx.query<{ lines: string }>('select oper_log_cut($1, $2) as lines', [link.seq, now])
  return { ...link, lines: Number(gone.rows[0]!.lines) }
}

/** Whether there are lines that old to delete. */
export async function hasLinesBefore(db: Sql, before: Date): Promise<boolean> {
  const { rows } = await db.query(`select 1 from oper_log where ts < $1 limit 1 ${unscopedText('job')}`, [before])
  return rows.length > 0
}
