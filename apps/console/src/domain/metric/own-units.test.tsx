import { type CommandDef, tempSceneResource, valveSlaveResource } from '@sluice/contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { sheetWords, exportWords } from '../../lib/text/sheet-words.ts'
import { startTexts } from '../../lib/text/text.ts'
import { setUnits, shownValue, storedValue } from '../../lib/text/units.ts'
import { readAtSite, readIn } from '../../lib/page/own-units.ts'
import { FieldInput } from '../../parts/form/field-input.tsx'
import { fieldError } from '../../parts/form/form-rules.ts'
import { RangeField } from '../../parts/list/search/filter-input.tsx'
import { cellOf, ColumnTitle } from '../../parts/list/table/cell.tsx'
import { Reading } from '../../parts/reading/reading.tsx'
import { ParameterFields, parameterWords } from '../command/command-parameters.tsx'

const ts = '2026-05-01T00:00:00.000Z'
const PRESSURE = { unit: 'MPa', decimals: 3 }

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  setUnits({})
})

const textOf = (node: React.ReactNode) => render(<>{node}</>).container.textContent

describe('in the units that somebody chose', () => {
  test('a reading is told with its unit, and a bare one without', () => {
    setUnits({ pressure: 'bar' })
    const reading = { v: 0.352, ts, q: 'GOOD' } as const
    expect(textOf(<Reading metric="inletPressure" reading={reading} face={PRESSURE} />)).toBe('3.52bar')
    expect(textOf(<Reading metric="inletPressure" reading={reading} face={PRESSURE} bare />)).toBe('3.52')
    expect(textOf(<Reading metric="x" reading={{ ...reading, v: 'n/a' }} face={PRESSURE} />)).toBe('n/a')
  })

  test('a cell of a list and the heading of its column agree', () => {
    const row = { id: '1', flow: 36, inletPressure: 0.35, opening: 40 }
    setUnits({ flow: 'L/s', pressure: 'kPa' })
    expect(textOf(cellOf(valveSlaveResource, 'flow', row))).toBe('10.000')
    expect(textOf(<ColumnTitle resource={valveSlaveResource} name="flow" />)).toContain('L/s')
    expect(textOf(cellOf(valveSlaveResource, 'inletPressure', row))).toBe('350')
    expect(textOf(cellOf(valveSlaveResource, 'opening', row))).toBe('40')
  })

  test('a limit is typed in them and held as it is stored', async () => {
    setUnits({ temperature: '°F' })
    const held: (number | null)[] = []
    const field = tempSceneResource.fields.upper
    render(<FieldInput field={field} onChange={((value: number | null) => held.push(value)) as never} />)
    expect(document.body.textContent).toContain('°F')
    await userEvent.type(screen.getByRole('spinbutton'), '50')
    await userEvent.tab()
    expect(held.at(-1)).toBe(10)
  })

  test('a stored limit stands in the field as it was typed', () => {
    setUnits({ temperature: '°F' })
    render(<FieldInput field={tempSceneResource.fields.upper} value={storedValue(40, '°C') as never} />)
    expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('40.0')
  })

  test('a stored limit of nothing has no sign in the field', () => {
    setUnits({ temperature: '°F' })
    // As the store keeps 0 °F.
    render(<FieldInput field={tempSceneResource.fields.upper} value={-17.7778 as never} />)
    expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('0.0')
  })

  test('a limit beyond the range is refused with the bound in them', () => {
    setUnits({ temperature: '°F' })
    expect(fieldError(tempSceneResource, 'upper', storedValue(600, '°C'))).toContain('572')
    expect(fieldError(tempSceneResource, 'upper', storedValue(500, '°C'))).toBeNull()
  })

  test('every limit that may be typed is the same one when it is read again, as the store keeps it', () => {
    setUnits({ temperature: '°F' })
    fc.assert(
      fc.property(fc.integer({ min: -1480, max: 5720 }), (tenths) => {
        // numeric(8, 4)
        const kept = Number(storedValue(tenths / 10, '°C').toFixed(4))
        expect(formatNumber(shownValue(kept, '°C'), 1)).toBe(formatNumber(tenths / 10, 1))
      }),
      // 0 °F is kept as −17.7778 °C, which is a little below it.
      { examples: [[0]] },
    )
  })

  test('a range of a search is typed in them and asked for as it is stored', async () => {
    setUnits({ pressure: 'bar' })
    const change = vi.fn<(bounds: object) => void>()
    const field = valveSlaveResource.fields.inletPressure
    render(<RangeField field={field} textKey="valveSlave.inletPressure" from="0.2" to={undefined} onChange={change} />)
    const [from, to] = screen.getAllByRole<HTMLInputElement>('spinbutton')
    expect(from!.value).toBe('2')
    await userEvent.type(to!, '3.5')
    expect(change).toHaveBeenLastCalledWith({ to: '0.35' })
  })

  test('a parameter of a command is typed in them, sent as the product says, and read back in them', async () => {
    setUnits({ pressure: 'bar' })
    const params = { target: { kind: 'decimal', unit: 'MPa', decimals: 3, min: 0, max: 1 } } as CommandDef['params']
    const given = vi.fn<(values: object) => void>()
    render(<ParameterFields params={params} given={{}} onChange={given} />)
    await userEvent.type(screen.getByRole('spinbutton'), '3')
    expect(given).toHaveBeenLastCalledWith({ target: 0.3 })
    expect(parameterWords(params['target'], 0.3)).toBe('3.00 bar')
  })

  test('a sheet for people names them, and one that is filled in does not', () => {
    expect(exportWords(valveSlaveResource).units).toBeUndefined()
    setUnits({ pressure: 'bar' })
    expect(exportWords(valveSlaveResource).units).toEqual({ inletPressure: 'bar', outletPressure: 'bar' })
    expect(sheetWords(valveSlaveResource).units).toBeUndefined()
  })

  test('a person chooses before their site, each dimension by itself; nobody has those of the site', () => {
    readAtSite({ pressure: 'kPa', flow: 'L/s' })
    readIn({ pressure: 'bar' })
    expect([shownValue(0.1, 'MPa'), shownValue(36, 'm³/h')]).toEqual([1, 10])
    readIn(undefined)
    expect(shownValue(0.1, 'MPa')).toBe(100)
    readAtSite(undefined)
    expect(shownValue(0.1, 'MPa')).toBe(0.1)
  })
})
