import type { LngLat } from '@sluice/contract'
import { deviceResource } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, type FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { FieldInput } from '../field-input.tsx'
import { PositionMap, type PositionMapProps } from './position-map.ts'
import { ResourceForm } from '../resource-form.tsx'

const user = userEvent.setup({ pointerEventsCheck: 0 })
const forms: FormInstance[] = []
/** The form that is shown. */
const values = () => forms.at(-1)!.getFieldsValue(['lng', 'lat']) as object
const changed = vi.fn<() => void>()

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  changed.mockClear()
})

/** A map with one spot to click. */
const spotMap = ({ value, onChange }: PositionMapProps) => (
  <button type="button" data-testid="map" onClick={() => onChange([116.5, 37.25])}>
    {value?.join(' ') ?? 'nowhere'}
  </button>
)

const NAMES = ['name', 'lng', 'lat', 'address'] as const

function DeviceForm({ row = null, names = NAMES }: { row?: object | null; names?: readonly (typeof NAMES)[number][] }) {
  const [own] = Form.useForm()
  useEffect(() => {
    forms.push(own)
  }, [own])
  return (
    <PositionMap value={spotMap}>
      <ResourceForm
        id="f"
        resource={deviceResource}
        form={own}
        names={names}
        row={row}
        initial={row ?? {}}
        twoColumns
        onSubmit={() => {}}
        onChange={changed}
      />
    </PositionMap>
  )
}

const open = (props: Parameters<typeof DeviceForm>[0] = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeviceForm {...props} />
    </QueryClientProvider>,
  )
/** Whether the form took the paste itself. */
function paste(into: HTMLElement, text: string): boolean {
  return !fireEvent.paste(into, { clipboardData: { getData: () => text } })
}

test('a picked position fills both numbers of a device, counts as a change, and can be cleared', async () => {
  open()
  expect(screen.queryByTestId('map')).toBeNull()
  await user.click(screen.getByText('在地图上选点'))
  expect(screen.getByTestId('map').textContent).toBe('nowhere')
  await user.click(screen.getByTestId('map'))
  expect(values()).toEqual({ lng: 116.5, lat: 37.25 })
  expect((screen.getByLabelText('经度') as HTMLInputElement).value).toBe('116.500000')
  expect(screen.getByTestId('map').textContent).toBe('116.5 37.25')
  expect(changed).toHaveBeenCalled()
  await user.click(screen.getByText('清除位置'))
  expect(values()).toEqual({ lng: null, lat: null })
  expect(screen.queryByText('清除位置')).toBeNull()
})

test('a position that was there is put back', async () => {
  open({ row: { id: '1', name: '阀', lng: 116.1, lat: 37.1 } })
  await user.click(screen.getByText('在地图上选点'))
  expect(screen.getByTestId('map').textContent).toBe('116.1 37.1')
  expect(screen.queryByTestId('position-back')).toBeNull()
  await user.click(screen.getByTestId('map'))
  await user.click(screen.getByText('恢复原位置'))
  expect(values()).toEqual({ lng: 116.1, lat: 37.1 })
})

test('both numbers pasted into either field fill both; anything else is pasted as it is', () => {
  open()
  expect(paste(screen.getByLabelText('纬度'), `39°54'33.2"N 116°23'51"E`)).toBe(true)
  expect(values()).toEqual({ lng: 116.3975, lat: 39.909222 })
  expect(paste(screen.getByLabelText('经度'), '116.5')).toBe(false)
  expect(values()).toEqual({ lng: 116.3975, lat: 39.909222 })
})

test('an error about a missing or wrong number goes when a position is picked', async () => {
  open({ row: { id: '1', name: '阀', lng: 200, lat: 37.1 } })
  await act(() =>
    forms
      .at(-1)!
      .validateFields()
      .catch(() => {}),
  )
  expect(await screen.findByText(/经度/, { selector: '.ant-form-item-explain-error' })).toBeDefined()
  await user.click(screen.getByText('在地图上选点'))
  await user.click(screen.getByTestId('map'))
  await vi.waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeNull())
})

test('the numbers keep their place in the form, and one alone is an ordinary field', () => {
  open()
  expect(screen.getAllByRole('textbox').map(({ id }) => id)).toEqual(['f_name', 'f_address'])
  const order = [...document.querySelectorAll('label')].map(({ title }) => title)
  expect(order).toEqual(['设备名称', '经度', '纬度', '安装地址'])
  cleanup()
  open({ names: ['name', 'lat'] })
  expect(screen.queryByTestId('position-open')).toBeNull()
  expect(screen.getByLabelText('纬度')).toBeDefined()
})

function Point() {
  const [value, setValue] = useState<LngLat | null>(null)
  return <FieldInput field={{ kind: 'point' }} id="it" value={value as never} onChange={setValue as never} />
}

test('a field of the kind point has the map and the paste too; without a map it is typed', async () => {
  render(
    <PositionMap value={spotMap}>
      <Point />
    </PositionMap>,
  )
  await user.click(screen.getByText('在地图上选点'))
  await user.click(screen.getByTestId('map'))
  expect((screen.getByLabelText('经度') as HTMLInputElement).value).toBe('116.500000')
  expect(paste(screen.getByLabelText('经度'), '37.5, 116.25')).toBe(true)
  expect((screen.getByLabelText('纬度') as HTMLInputElement).value).toBe('37.500000')
  await user.click(screen.getByText('清除位置'))
  expect((screen.getByLabelText('经度') as HTMLInputElement).value).toBe('')
  cleanup()
  render(<Point />)
  expect(screen.queryByTestId('position-open')).toBeNull()
})
