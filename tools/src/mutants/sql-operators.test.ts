import { expect, test } from 'vitest'
import { sqlMutationsOf } from './sql-operators.ts'

const changes = (source: string): string[] =>
  sqlMutationsOf('x.store.ts', source).map(({ start, end, text }) => `${source.slice(start, end)} => ${text}`)

test('each condition loses its effect and keeps its parameters', () => {
  expect(changes('db.query(`select a from t where b = $1 and not c ${MARK}`)')).toEqual([
    'b = $1 => ((b = $1) or true)',
    'not c => ((not c) or true)',
  ])
  expect(changes("q('select 1 from t where a = 1 or b = any(${x}::bigint[]) order by c')")).toEqual([
    'a = 1 => ((a = 1) or true)',
    'b = any(${x}::bigint[]) => ((b = any(${x}::bigint[])) and false)',
  ])
})

test('an inserted value belongs to its condition, a mark at the end does not', () => {
  expect(changes('sql`select a from t where b = ${id} ${mark}`')).toEqual(['b = ${id} => ((b = ${id}) or true)'])
  expect(changes('sql`select a from t where ${scope} and b`')).toEqual(['b => ((b) or true)'])
})

test('a condition inside brackets ends with them', () => {
  expect(changes('q(`select a from t where exists (select from u where u.a = t.a) limit 1`)')).toEqual([
    'exists (select from u where u.a = t.a) => ((exists (select from u where u.a = t.a)) or true)',
    'u.a = t.a => ((u.a = t.a) or true)',
  ])
})

test('a range, a join and the index of a conflict are not conditions', () => {
  expect(changes('q(`select a from t join u on u.a = t.a where b between 1 and 2 and c is distinct from d`)')).toEqual([
    'b between 1 and 2 => ((b between 1 and 2) or true)',
    'c is distinct from d => ((c is distinct from d) or true)',
  ])
  expect(changes('q(`insert into t values (1) on conflict (a) where b is null do nothing`)')).toEqual([])
})

test('boundaries move, least and greatest are swapped', () => {
  expect(changes('q(`select least(a, b) from t where c`)')).toEqual(['c => ((c) or true)', 'least => greatest'])
  expect(changes('q(`delete from t where c <= $1`)')).toEqual(['c <= $1 => ((c <= $1) or true)', '<= => <'])
})

test('the query builder loses its where', () => {
  expect(changes("db.selectFrom('t').where('a', '=', 1).execute()")).toEqual([".where('a', '=', 1) => "])
})

test('other text is left alone', () => {
  expect(changes("say('here and there')")).toEqual([])
})
