import { type Field, type FileFacts, type Resource, userResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/api/query.ts'
import { changeLanguage, startTexts } from '../../lib/text/text.ts'
import { FormDrawer } from './form-drawer.tsx'

// Two fields are enough: a form treats all fields alike.
const resource: Resource = { ...(userResource as Resource), form: ['username', 'phone'] }

beforeAll(() => startTexts('zh-CN'))
afterEach(async () => {
  cleanup()
  await changeLanguage('zh-CN', 'keep')
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open(answer: unknown = { code: 0, data: { id: '9' } }, of = resource) {
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response(JSON.stringify(answer))))
  vi.stubGlobal('fetch', fetched)
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <FormDrawer resource={of} id={null} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), fetched, onClose }
}

test('FR-3 (1 of 3) on submit the first invalid field gets the focus and nothing is sent', async () => {
  const { user, fetched } = open()
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText('请输入用户名')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/用户名/)))
  expect(fetched).not.toHaveBeenCalled()
})

test('the first field has the focus when the form is open', async () => {
  open()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/用户名/)))
})

test('an error of a rule is said again when the language changes', async () => {
  const { user } = open()
  await user.type(screen.getByLabelText(/手机/), '123')
  await user.tab()
  expect(await screen.findByText('请输入 11 位手机号')).toBeTruthy()
  await act(() => changeLanguage('en-US', 'keep'))
  expect(await screen.findByText('Enter an 11-digit mobile number')).toBeTruthy()
  expect(screen.queryByText('请输入 11 位手机号')).toBeNull()
})

test('so is an error of the server, which no rule knows', async () => {
  const refusal = { code: 400, message: '', data: { error: 'validation', fields: { username: 'taken' } } }
  const { user } = open(refusal)
  await user.type(screen.getByLabelText(/用户名/), 'somebody')
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText('已被使用')).toBeTruthy()
  await act(() => changeLanguage('en-US', 'keep'))
  expect(await screen.findByText('Already taken')).toBeTruthy()
  expect(screen.queryByText('已被使用')).toBeNull()
})

test('a refusal that names the field it is about is shown beside that field, and its field has the focus', async () => {
  const { user } = open({
    code: 403,
    message: '不能授予高于自己的权限',
    data: { error: 'grant-above-own', field: 'phone' },
  })
  await user.type(screen.getByLabelText(/用户名/), 'somebody')
  await user.click(screen.getByText('确定'))
  const error = await screen.findByText('不能授予高于自己的权限')
  expect(error.closest('.ant-form-item')?.contains(screen.getByLabelText(/手机/))).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/手机/)))
})

test('what the answer says once is shown in place of the form, and only its button closes it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, data: { id: '9', oneTimePassword: 'Kx7-once' } }))
  const onClose = vi.fn<() => void>()
  const saved = vi.fn<(id: string, isNew: boolean) => void>()
  const given = ({ oneTimePassword }: { oneTimePassword?: string }) => <code>{oneTimePassword}</code>
  render(
    <QueryClientProvider client={queryClient}>
      <FormDrawer resource={resource} id={null} slots={{ given, onSaved: saved }} onClose={onClose} />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByLabelText(/用户名/), 'somebody')
  await userEvent.click(screen.getByText('确定'))
  expect(await screen.findByText('Kx7-once')).toBeTruthy()
  expect(screen.queryByLabelText(/用户名/)).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  expect(saved).toHaveBeenCalledWith('9', true, expect.objectContaining({ username: 'somebody' }))
  await userEvent.click(screen.getByRole('button', { name: '已记下' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('FR-3 (2 of 3) a blur rule is checked when the field is left, FR-5 (part) with its own message', async () => {
  const { user } = open()
  await user.type(screen.getByLabelText(/手机/), '123')
  expect(screen.queryByText('请输入 11 位手机号')).toBeNull()
  await user.tab()
  expect(await screen.findByText('请输入 11 位手机号')).toBeTruthy()
})

test('FR-3 (3 of 3) a chosen field is checked as soon as the choice changes', async () => {
  const { status, ...others } = resource.fields
  const { fallback: _none, ...unset } = status as Extract<Field, { kind: 'enum' }>
  const { user, fetched } = open(undefined, { ...resource, fields: { ...others, status: unset }, form: ['status'] })
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText('请选择状态')).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  await user.click(await screen.findByTitle('正常'))
  await waitFor(() => expect(screen.queryByText('请选择状态')).toBeNull())
  expect(fetched).not.toHaveBeenCalled()
})

test('files are sent as their ids, and nothing is sent during an upload', async () => {
  const fields = { ...resource.fields, photos: { kind: 'files', accept: 'photo', label: ['照片', 'Photos'] } as const }
  let give: ((value: Partial<FileFacts>[]) => void) | undefined
  function Control({ onChange }: { onChange?: typeof give }) {
    give = onChange
    return null
  }
  const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(async () =>
    Response.json({ code: 0, data: { id: '9' } }),
  )
  vi.stubGlobal('fetch', fetched)
  const of = { ...resource, fields, form: ['username', 'photos'] } as Resource
  render(
    <QueryClientProvider client={queryClient}>
      <FormDrawer resource={of} id={null} slots={{ controls: { photos: <Control /> } }} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText(/用户名/), 'somebody')
  give?.([{ id: '7' }, { id: '' }])
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText('文件尚未上传完成，请稍候再保存')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  give?.([{ id: '7' }, { id: '8' }])
  await user.click(screen.getByText('确定'))
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(JSON.parse(String(fetched.mock.calls[0]![1].body))).toMatchObject({ photos: ['7', '8'] })
})

test('FR-6 (part) a value that the server reports as taken is marked under its field', async () => {
  const refused = { code: 409, message: 'x', data: { error: 'already-exists', fields: { username: 'taken' } } }
  const { user, onClose } = open(refused)
  await user.type(screen.getByLabelText(/用户名/), 'admin')
  await user.click(screen.getByText('确定'))
  expect(await screen.findByText('已被使用')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
