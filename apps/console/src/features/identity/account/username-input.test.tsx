import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { forgetToasts } from '../../../lib/page/toast.ts'
import { UsernameInput } from './username-input.tsx'

let asked: string[] = []
let answer: (username: string) => Promise<Response>
const taken = (yes: boolean) => Response.json({ code: 0, message: '', data: { taken: yes } })

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  answer = async (username) => taken(username === 'wangguan')
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('username')}`)
    return answer(searchParams.get('username')!)
  })
  render(
    <Form>
      <Form.Item name="username" label="用户名">
        <UsernameInput />
      </Form.Item>
    </Form>,
  )
})
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.unstubAllGlobals()
})

const field = () => screen.getByLabelText('用户名')

test('FR-6 leaving the field checks whether the name is taken and says so under it', async () => {
  const user = userEvent.setup()
  await user.type(field(), ' wangguan ')
  expect(asked).toEqual([])
  await user.tab()
  expect(await screen.findByText('已被使用')).toBeTruthy()
  expect(asked).toEqual(['usernameTaken wangguan'])
})

test('FR-6 a free name is checked without a message', async () => {
  const user = userEvent.setup()
  await user.type(field(), 'liwenqu')
  await user.tab()
  await waitFor(() => expect(asked).toEqual(['usernameTaken liwenqu']))
  expect(screen.queryByText('已被使用')).toBeNull()
})

test('FR-6 an invalid name is not checked', async () => {
  const user = userEvent.setup()
  await user.click(field())
  await user.tab()
  await user.type(field(), '李')
  await user.tab()
  expect(asked).toEqual([])
})

test('FR-6 an answer about a name that was changed meanwhile is ignored', async () => {
  const user = userEvent.setup()
  const slow = Promise.withResolvers<Response>()
  answer = () => slow.promise
  await user.type(field(), 'wangguan')
  await user.tab()
  answer = async () => taken(false)
  await user.type(field(), '2')
  slow.resolve(taken(true))
  await user.tab()
  await waitFor(() => expect(asked).toEqual(['usernameTaken wangguan', 'usernameTaken wangguan2']))
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByText('已被使用')).toBeNull()
})

test('FR-6 a failing check blocks nothing', async () => {
  const user = userEvent.setup()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer = async () => Response.json({ code: 500, message: '坏了', data: null })
  await user.type(field(), 'wangguan')
  await user.tab()
  await waitFor(() => expect(asked).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.querySelector('.ant-form-item-explain-error')).toBeNull()
})
