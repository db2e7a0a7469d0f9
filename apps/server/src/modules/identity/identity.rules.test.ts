import { RESOURCE_TYPES } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { ancestorsBelow, isTimeZone, mayMove } from './people/department.rules.ts'
import { exceeds, type Holding, holdsResources, isLastAdmin, mayGiveScope } from './people/grant.rules.ts'
import { countTry, forgive, type GuardState, LOCKOUT, UNTRIED } from './sign-in/lockout.rules.ts'
import { menuRow } from './menu/menu-row.fixture.ts'
import { menuRoutes } from './menu/menu.rules.ts'
import { isPasswordForm, oneTimePassword } from './credentials/password.rules.ts'
import { treeOf } from './people/tree.rules.ts'

const MINUTE = 60_000

function tries(state: GuardState, times: number[]): GuardState {
  return times.reduce((before, at) => countTry(before, at).state, state)
}

describe('lock-out', () => {
  it('locks for ten minutes after five failures within ten minutes', () => {
    const four = tries(UNTRIED, [0, 1, 2, 3])
    expect(four.lockedUntil).toBeNull()
    const five = countTry(four, 4)
    expect(five).toMatchObject({ waitMs: 0, state: { lockedUntil: 4 + 10 * MINUTE, lockCount: 1 } })
    expect(countTry(five.state, 5 * MINUTE)).toMatchObject({ waitMs: 4 + 5 * MINUTE, state: five.state })
  })

  it('counts any ten minutes, not fixed ones', () => {
    const spread = tries(
      UNTRIED,
      [0, 6, 7, 8].map((minute) => minute * MINUTE),
    )
    expect(countTry(spread, 10 * MINUTE + 1).state.lockedUntil).toBeNull()
    expect(tries(spread, [10 * MINUTE + 1, 10 * MINUTE + 2]).lockedUntil).not.toBeNull()
    // Ten minutes ago to the millisecond is over.
    expect(countTry(spread, 10 * MINUTE).state.lockedUntil).toBeNull()
    expect(countTry(spread, 10 * MINUTE - 1).state.lockedUntil).not.toBeNull()
  })

  it('doubles with every lock up to a day, and forgets after a quiet day', () => {
    let [state, now] = [UNTRIED, 0]
    const locks: number[] = []
    for (let round = 0; round < 10; round++) {
      for (let at = 0; at < LOCKOUT.failures; at++) state = countTry(state, now).state
      locks.push((state.lockedUntil! - now) / MINUTE)
      now = state.lockedUntil! + 1
    }
    expect(locks).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440])
    now += LOCKOUT.longestLockMs + 1
    for (let at = 0; at < LOCKOUT.failures; at++) state = countTry(state, now).state
    expect((state.lockedUntil! - now) / MINUTE).toBe(10)
  })

  it('a success takes back its own try and the lock that try caused, nothing else', () => {
    const four = tries(UNTRIED, [1, 2, 3, 4])
    const locked = countTry(four, 5).state
    expect(forgive(locked, 5)).toEqual(four)
    expect(forgive(countTry(tries(UNTRIED, [1]), 2).state, 2)).toEqual(tries(UNTRIED, [1]))
    // A try that was never counted gives nothing back.
    expect(forgive(locked, 6)).toEqual(locked)
  })
})

describe('passwords', () => {
  it('need 8 to 64 characters with letters and digits', () => {
    for (const good of ['passw0rd', '密码密码密码密1', 'a1'.repeat(32)]) expect(isPasswordForm(good)).toBe(true)
    for (const bad of ['', 'short1', 'onlyletters', '1234567890', 'a1'.repeat(33), '--------']) {
      expect(isPasswordForm(bad)).toBe(false)
    }
  })

  it('made once are strong whatever chance says', () => {
    for (const chance of [() => 0, (below: number) => below - 1, (below: number) => below >> 1]) {
      const password = oneTimePassword(chance)
      expect(password).toHaveLength(16)
      expect(isPasswordForm(password)).toBe(true)
      expect(password).not.toMatch(/[0O1lIi]/)
    }
  })
})

const holding = (parts: Partial<Holding> & { ids?: string[]; depts?: string[] }): Holding => ({
  isAdmin: parts.isAdmin ?? false,
  allDepts: parts.allDepts ?? false,
  resourceIds: new Set(parts.ids),
  deptIds: new Set(parts.depts),
})

describe('granting', () => {
  const own = holding({ ids: ['1', '2'], depts: ['7', '8'] })

  it('stays within what one holds', () => {
    expect(exceeds(holding({ ids: ['1'], depts: ['8'] }), own)).toBe(false)
    expect(exceeds(holding({ ids: ['3'] }), own)).toBe(true)
    expect(exceeds(holding({ depts: ['9'] }), own)).toBe(true)
    expect(exceeds(holding({ allDepts: true }), own)).toBe(true)
    expect(exceeds(holding({ isAdmin: true }), own)).toBe(true)
    expect(exceeds(holding({ isAdmin: true }), holding({ isAdmin: true }))).toBe(false)
    expect(holdsResources(own, ['1', '3'])).toBe(false)
    expect(holdsResources(own, ['1', '2'])).toBe(true)
  })

  it('an administrator holds everything, and a user who sees all departments covers each of them', () => {
    expect(holdsResources(holding({ isAdmin: true }), ['9'])).toBe(true)
    expect(exceeds(holding({ ids: ['9'], depts: ['9'], allDepts: true }), holding({ isAdmin: true }))).toBe(false)
    // What an administrator may do tomorrow, no other user holds today.
    expect(exceeds(holding({ isAdmin: true }), holding({ ids: ['1'], allDepts: true }))).toBe(true)
    expect(exceeds(holding({ allDepts: true }), own)).toBe(true)
    expect(exceeds(holding({ depts: ['9'] }), holding({ allDepts: true }))).toBe(false)
    expect(exceeds(holding({ allDepts: true }), holding({ allDepts: true }))).toBe(false)
    expect(exceeds(holding({ allDepts: true, ids: ['1'] }), holding({ allDepts: true }))).toBe(true)
  })

  it('gives no data scope that reaches further', () => {
    const subtree = { isAdmin: false, scopes: ['SELF', 'SUBTREE'] as const }
    expect(mayGiveScope('SUBTREE', subtree)).toBe(true)
    expect(mayGiveScope('DEPT', subtree)).toBe(true)
    expect(mayGiveScope('ALL', subtree)).toBe(false)
    expect(mayGiveScope('DEPT', { isAdmin: false, scopes: ['SELF'] })).toBe(false)
    expect(mayGiveScope('DEPT', { isAdmin: false, scopes: [] })).toBe(false)
    expect(mayGiveScope('CUSTOM', { isAdmin: false, scopes: [] })).toBe(true)
    expect(mayGiveScope('SUBTREE', { isAdmin: false, scopes: ['DEPT'] })).toBe(false)
    expect(mayGiveScope('ALL', { isAdmin: true, scopes: [] })).toBe(true)
  })

  it('knows the last administrator', () => {
    expect(isLastAdmin('1', ['1'])).toBe(true)
    expect(isLastAdmin('1', ['1', '2'])).toBe(false)
    expect(isLastAdmin('3', ['1'])).toBe(false)
  })
})

describe('trees', () => {
  it('a department hangs below others, never below itself', () => {
    expect(mayMove('2', { id: '5', ancestors: ['1', '3'] })).toBe(true)
    expect(mayMove('2', { id: '2', ancestors: ['1'] })).toBe(false)
    expect(mayMove('2', { id: '5', ancestors: ['1', '2'] })).toBe(false)
    expect(ancestorsBelow({ id: '5', ancestors: ['1', '3'] })).toEqual(['1', '3', '5'])
  })

  it('rows whose parent is out of sight become roots', () => {
    const rows = [
      { id: '1', parentId: null },
      { id: '2', parentId: '1' },
      { id: '4', parentId: '3' },
    ]
    expect(treeOf(rows)).toEqual([
      { id: '1', parentId: null, children: [{ id: '2', parentId: '1' }] },
      { id: '4', parentId: '3' },
    ])
  })
})

describe('menu', () => {
  const { DIR, MENU, BUTTON } = RESOURCE_TYPES
  const rows = [
    menuRow('a', null, DIR),
    menuRow('b', 'a', DIR),
    menuRow('c', 'b', MENU, { component: 'x/c', cache: false }),
    menuRow('d', 'a', MENU, { component: 'x/d', status: 'DISABLED' }),
    menuRow('e', 'a', MENU, { component: 'x/e', hidden: true, activeMenu: '/a/c' }),
    menuRow('f', 'c', BUTTON),
    menuRow('g', null, DIR),
  ]

  it('holds granted screens and the folders above them, no buttons, nothing that is off', () => {
    const routes = menuRoutes(rows, new Set(['c', 'd', 'e', 'f']))
    expect(routes).toMatchObject([
      {
        name: 'a',
        component: 'Layout',
        children: [
          { name: 'b', component: 'ParentView', children: [{ name: 'c', component: 'x/c', meta: { noCache: true } }] },
          { name: 'e', hidden: true, meta: { activeMenu: '/a/c' } },
        ],
      },
    ])
    expect(routes[0]!.children![0]!.children![0]!.children).toBeUndefined()
    expect(menuRoutes(rows, new Set())).toEqual([])
  })

  it('says of a screen what its row says, and nothing that it does not', () => {
    const [plain, marked] = menuRoutes(
      [
        menuRow('p', null, MENU, { component: 'x/p' }),
        menuRow('q', null, MENU, {
          component: 'x/q',
          redirect: '/q/1',
          icon: 'valve',
          affix: true,
          cache: false,
          activeMenu: '/p',
        }),
      ],
      new Set(['p', 'q']),
    )
    expect(plain).toEqual({
      path: 'p',
      name: 'p',
      component: 'x/p',
      hidden: false,
      alwaysShow: false,
      meta: { title: 'p' },
    })
    expect(marked).toMatchObject({
      redirect: '/q/1',
      meta: { title: 'q', icon: 'valve', noCache: true, affix: true, activeMenu: '/p' },
    })
  })
})

it.each([
  ['Asia/Shanghai', true],
  ['Asia/Urumqi', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['北京', false],
  ['', false],
])('TM-5 (part) the zone of a department is one that clocks know: %s', (zone, isKnown) => {
  expect(isTimeZone(zone)).toBe(isKnown)
})
