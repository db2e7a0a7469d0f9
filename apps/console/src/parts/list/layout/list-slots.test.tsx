import { deviceResource, faultResource, type FaultRow, type ListedRow, userResource } from '@sluice/contract'
import { expect, expectTypeOf, test } from 'vitest'
import { getRow, insertRow, pageOf, updateRow } from '../../../lib/api/resource-calls.ts'
import { Detail } from '../../section/detail.tsx'
import { FormDrawer, type FormSlots } from '../../form/form-drawer.tsx'
import { ListPage } from '../list-page.tsx'
import type { ListSlots } from './list-slots.ts'

type Slots = ListSlots<typeof faultResource>
const close = () => {}

test('slots accept only fields of their resource', () => {
  const right: Slots = {
    columns: ['count', 'level'],
    cells: { count: (row) => row.count.toFixed(0) },
    defaultFilters: { conditionState: 'ACTIVE', days: '7' },
    exportBeside: { deviceName: ['deviceNo'] },
  }
  // In a list of slots each error is reported separately.
  const wrong: Slots[] = [
    // @ts-expect-error no field has this name
    { columns: ['counted'] },
    // @ts-expect-error no field has this name
    { omitColumns: ['counted'] },
    // @ts-expect-error no field has this name
    { cells: { counted: () => null } },
    // @ts-expect-error no field has this name
    { cells: { count: (row) => row.counted } },
    // @ts-expect-error a number is no text
    { cells: { count: (row) => row.count.trim() } },
    // @ts-expect-error no field has this name
    { rowActions: (row) => [{ key: row.counted, label: '', onClick: close }] },
    // @ts-expect-error no action has this name
    { omitActions: ['counted'] },
    // @ts-expect-error no field has this name
    { batch: (rows) => rows.map((row) => row.counted) },
    // @ts-expect-error no field has this name
    { faces: { counted: { align: 'right' } } },
    // @ts-expect-error no field has this name
    { defaultFilters: { counted: '1' } },
    // @ts-expect-error no field has this name
    { fixedFilters: { counted: '1' } },
    // @ts-expect-error no field has this name
    { options: { counted: [] } },
    // @ts-expect-error no field has this name
    { exportBeside: { deviceName: ['counted'] } },
    // @ts-expect-error no field has this name
    { omitFilters: ['counted'] },
    // @ts-expect-error no field has this name
    { counts: (query) => query.filters.counted },
    // @ts-expect-error no field has this name
    { side: (_query, setFilter) => setFilter('counted', '1') },
  ]
  expect([right, ...wrong]).toHaveLength(17)
})

test('the slots’ types follow the resource, never the other way round', () => {
  const pages = [
    <ListPage key="right" resource={faultResource} slots={{ cells: { count: (row) => row.count } }} />,
    // @ts-expect-error no field has this name
    <ListPage key="wrong" resource={faultResource} slots={{ cells: { counted: () => null } }} />,
    // @ts-expect-error no field has this name
    <ListPage key="row" resource={faultResource} slots={{ card: (row) => row.counted }} />,
    <FormDrawer key="form" resource={userResource} id={null} slots={{ initial: { sex: 'MALE' } }} onClose={close} />,
    // @ts-expect-error no field has this name
    <FormDrawer key="name" resource={userResource} id={null} slots={{ initial: { gender: 'MALE' } }} onClose={close} />,
    // @ts-expect-error not among its values
    <FormDrawer key="value" resource={userResource} id={null} slots={{ initial: { sex: 'M' } }} onClose={close} />,
  ]
  const details = (row: FaultRow) => [
    <Detail key="right" resource={faultResource} row={row} names={['count']} />,
    // @ts-expect-error no field has this name
    <Detail key="wrong" resource={faultResource} row={row} names={['counted']} />,
  ]
  expect([...pages, details]).toHaveLength(7)
})

test('form slots accept only writable fields', () => {
  const wrong: FormSlots<typeof userResource>[] = [
    // @ts-expect-error no field has this name
    { omit: ['gender'] },
    // @ts-expect-error no field has this name
    { controls: { gender: null } },
    // @ts-expect-error no field has this name
    { useShape: (values) => ({ phone: { hidden: values.gender === 'MALE' } }) },
    // @ts-expect-error no field has this name
    { useShape: () => ({ gender: { hidden: true } }) },
    // @ts-expect-error no field has this name
    { finish: (values) => ({ ...values, gender: values.gender }) },
    // @ts-expect-error nobody writes it
    { initial: { roleNames: [] } },
  ]
  expect(wrong).toHaveLength(6)
})

test('typed calls accept and return the fields of the resource', () => {
  expectTypeOf(pageOf<typeof faultResource>).returns.resolves.toHaveProperty('list')
  expectTypeOf<ListedRow<typeof faultResource>>().toEqualTypeOf<FaultRow>()
  expectTypeOf(getRow<typeof deviceResource>).returns.resolves.toHaveProperty('deptIdName')
  const calls = [
    // @ts-expect-error nothing is asked by this name
    () => pageOf(faultResource, { counted: '1' }),
    // @ts-expect-error required fields are missing
    () => insertRow(deviceResource, { name: 'a' }),
    // @ts-expect-error nobody writes it
    () => updateRow(deviceResource, { id: '1', version: 0, status: 'ONLINE' }),
  ]
  expect(calls).toHaveLength(3)
})
