import type { MenuRoute } from '@sluice/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { toggleSidebar, useSidebar } from '../shell/sidebar-state.ts'
import type { ScreenRoute } from './menu-tree.ts'
import { Sidebar } from './sidebar.tsx'

const route = (path: string, children?: MenuRoute[]): MenuRoute => ({
  path,
  name: path,
  component: children ? 'Layout' : path,
  hidden: false,
  alwaysShow: false,
  meta: { title: path },
  ...(children ? { children } : {}),
})

const here: ScreenRoute = {
  path: '/a/one',
  name: 'one',
  screen: 'one',
  title: 'one',
  levels: [],
  hidden: false,
  noCache: false,
  affix: false,
  activeMenu: null,
}

beforeAll(() => startTexts('en-US'))
beforeEach(() => {
  window.innerWidth = 1440
  useSession.setState({
    menu: [route('/a', [route('one'), route('two')]), route('/b', [route('three'), route('four')])],
  })
  useSidebar.setState({ opened: false })
  render(
    <MemoryRouter initialEntries={['/a/one']}>
      <Sidebar screen={here} />
    </MemoryRouter>,
  )
})
afterEach(cleanup)

const folder = (name: string) => screen.getByRole('button', { name })
const beside = () => screen.queryAllByRole('link').map((link) => link.textContent)

test('SB-1 (part) in the narrow sidebar the folder under the pointer takes the place of the one with the focus', () => {
  fireEvent.focus(folder('/a'))
  expect(beside()).toEqual(expect.arrayContaining(['one', 'two']))
  fireEvent.mouseEnter(folder('/b').closest('li')!)
  expect(beside()).not.toContain('one')
  expect(beside()).toEqual(expect.arrayContaining(['three', 'four']))
})

test('SB-1 (part) what was beside a folder is not there when the sidebar is narrow again', () => {
  fireEvent.mouseEnter(folder('/b').closest('li')!)
  expect(beside()).toContain('three')
  act(() => toggleSidebar(false))
  act(() => toggleSidebar(false))
  expect(screen.queryByText('three')).toBeNull()
})
