import {
  deviceReplacements,
  deviceResource,
  type DeviceRow,
  type InputOf,
  meterExchanges,
  repairRecordResource,
  type RepairRow,
  replaceUnit,
} from '@sluice/contract'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { useFaces } from '../../../domain/metric/points.ts'
import { scannedDevice } from '../../../domain/scanned.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { getRow, pageOf } from '../../../lib/api/resource-calls.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { useScan } from '../../../parts/scan/use-scan.ts'
import { storedValue } from '../../../lib/text/units.ts'
import { CounterReading } from './counter-reading.tsx'
import { isWholeReading, type Reading, type WholeReading } from './reading.rules.ts'

type Readings = Readonly<Record<string, Reading>>
type Becomes = InputOf<typeof replaceUnit>['oldBecomes']

/** The unit that a code or a number names; null where there is none in sight. */
async function unitOf(code: string): Promise<DeviceRow | null> {
  const named = scannedDevice(code, window.location.origin)
  if (named && 'id' in named) return getRow(deviceResource, named.id, { silent: true }).catch(() => null)
  const number = code.trim()
  const { list } = await pageOf(deviceResource, { keyword: number, limit: 20 }, { silent: true })
  const found = list.find(({ deviceNo, serialNo }) => deviceNo === number || serialNo === number)
  return found ? getRow(deviceResource, found.id, { silent: true }) : null
}

function Camera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useText()
  const video = useRef<HTMLVideoElement>(null)
  const { trouble } = useScan(video, onCode)
  if (trouble) return <p className="t3">{t(`scan.no.${trouble}`)}</p>
  return <video ref={video} className="repair-camera" muted playsInline aria-label={t('scan.picture')} />
}

/** The new unit, by its code or by the number that is typed. */
function NewUnit({ onFound }: { onFound: (unit: DeviceRow) => void }) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const [scans, setScans] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const find = async (code: string) => {
    const unit = await unitOf(code)
    setUnknown(unit === null)
    if (unit) onFound(unit)
  }
  return (
    <>
      <form
        className="repair-find"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) void find(typed)
        }}
      >
        <Input
          value={typed}
          maxLength={40}
          aria-label={t('repair.replace.number')}
          placeholder={t('repair.replace.number')}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" icon="search">
          {t('repair.replace.find')}
        </Button>
        <Button icon="scan" onClick={() => setScans(!scans)}>
          {t('repair.replace.scan')}
        </Button>
      </form>
      {scans && <Camera onCode={(code) => void find(code)} />}
      {isUnknown && <p role="alert">{t('repair.replace.unknown')}</p>}
    </>
  )
}

/** What is installed now: the unit that took the place by this order, else the device that it was made of. */
function useInstalled({ id, deviceId, deviceIdName, newSerialNo }: RepairRow) {
  const { data, isPending } = useAnswer(deviceReplacements, { deviceId }, { silent: true, follows: [newSerialNo] })
  const last = data?.replacements.find(({ repairId }) => repairId === id)
  return { isKnown: !isPending, id: last?.newDeviceId ?? deviceId, name: last?.newName ?? deviceIdName }
}

/** What will happen, asked for once more: it cannot be taken back. */
function Exchange({ row, unit, onDone }: { row: RepairRow; unit: DeviceRow; onDone: () => void }) {
  const { t } = useText()
  const [readings, setReadings] = useState<Readings>({})
  const [oldBecomes, setBecomes] = useState<Becomes>('UNDER_REPAIR')
  const installed = useInstalled(row)
  const asked = installed.isKnown ? { deviceId: installed.id } : null
  const { data } = useAnswer(meterExchanges, asked, { silent: true })
  const faceOf = useFaces(unit.productId)
  const { busy, mutate } = useMutation(repairRecordResource.name, deviceResource.name)
  const read = data?.counters ?? []
  const keys = read.map(({ key }) => key)
  const given = keys.filter((key) => !readings[key]?.isUnread)
  const isWhole = data !== undefined && keys.every((key) => isWholeReading(readings[key]))
  const exchange = async () => {
    const counters = given.map((key) => {
      const { oldLast, newFirst, oldPhoto, newPhoto } = readings[key] as WholeReading
      const stored = (value: number) => storedValue(value, faceOf(key).unit)
      return { key, oldLast: stored(oldLast), newFirst: stored(newFirst), oldPhoto, newPhoto }
    })
    const unread = keys.flatMap((key) => {
      const { isUnread, reason = '' } = readings[key] ?? {}
      return isUnread ? [{ key, reason: reason.trim() }] : []
    })
    const input = { id: row.id, newDeviceId: unit.id, oldBecomes, counters, unread }
    if (await mutate(() => call(replaceUnit, input), { done: t('repair.replace.done') })) onDone()
  }
  return (
    <>
      <Facts look="lines">
        <Fact name={t('repair.replace.off')}>{installed.isKnown && installed.name}</Fact>
        <Fact name={t('repair.replace.unit')} className="num">
          {[unit.name, unit.deviceNo, unit.serialNo].filter(Boolean).join(' · ')}
        </Fact>
        <Fact name={byName('device.productId')}>{unit.productIdName}</Fact>
        <Fact name={byName('device.lifecycle')}>{byName(`enum.lifecycle.${unit.lifecycle}`)}</Fact>
      </Facts>
      {read.map((counter) => (
        <CounterReading
          key={counter.key}
          counter={counter}
          face={faceOf(counter.key)}
          reading={readings[counter.key] ?? {}}
          onChange={(reading) => setReadings((before) => ({ ...before, [counter.key]: reading }))}
        />
      ))}
      {read.length > 0 && <p className="t3">{t('repair.replace.readings')}</p>}
      <span className="segments" role="group" aria-label={t('repair.replace.oldBecomes')}>
        {(['UNDER_REPAIR', 'RETIRED'] as const).map((one) => (
          <Segment key={one} on={one === oldBecomes} onClick={() => setBecomes(one)}>
            {t(`repair.replace.${one}`)}
          </Segment>
        ))}
      </span>
      <p className="t3">{t('repair.replace.what')}</p>
      <Button
        kind="danger"
        busy={busy}
        disabled={!isWhole || !installed.isKnown || row.testState === 'RUNNING'}
        onClick={() => void exchange()}
      >
        {t('repair.replace.do')}
      </Button>
    </>
  )
}

/** Puts another unit in the place of the device; only with a line, because all of it happens or nothing does. */
export function ReplaceForm({ row }: { row: RepairRow }) {
  const { t } = useText()
  const may = usePermission(['repairRecord:process'])
  const [isOpen, setOpen] = useState(false)
  const [unit, setUnit] = useState<DeviceRow | null>(null)
  if (!may || !['ON_SITE', 'WAIT_PARTS', 'REPAIRING'].includes(row.status)) return null
  const isTested = row.testState === 'RUNNING'
  const close = () => {
    setOpen(false)
    setUnit(null)
  }
  return (
    <Section
      title={t('repair.replace.title')}
      label={t('repair.replace.title')}
      className="repair-field no-print"
      beside={
        <Button disabled={isTested && !isOpen} onClick={isOpen ? close : () => setOpen(true)}>
          {t(isOpen ? 'repair.replace.close' : 'repair.replace.open')}
        </Button>
      }
    >
      {isTested && <p className="t2">{t('retest.state.RUNNING')}</p>}
      {isOpen && !unit && <NewUnit onFound={setUnit} />}
      {isOpen && unit && <Exchange row={row} unit={unit} onDone={close} />}
    </Section>
  )
}
