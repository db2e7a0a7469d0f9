import { alarmLimitResource } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { faultCodes } from '../fault-cells.tsx'
import { FaultOf, LIMIT_CELLS, LimitSentence } from './limit-cells.tsx'
import { LimitCopy } from './limit-copy.tsx'
import { LIMIT_FORM } from './limit-form.tsx'

const SLOTS: ListSlots<typeof alarmLimitResource> = {
  cells: LIMIT_CELLS,
  // The target says how wide it is.
  omitColumns: ['scope'],
  exportBeside: { target: ['scope'] },
  phone: {
    // What it says at its end matters too: it may take two lines.
    second: (row) => <LimitSentence row={row} />,
    third: ({ faultCode }) => (
      <span className="clip">
        <FaultOf code={faultCode} />
      </span>
    ),
    settled: ({ enabled }) => enabled === false,
  },
  form: LIMIT_FORM,
  forms: { copy: (row, close) => <LimitCopy limit={row} onClose={close} /> },
}

/** From which value on a metric is a fault, for a type, a product, a group or one device. */
export default function AlarmLimitScreen() {
  useText()
  return <ListPage resource={alarmLimitResource} slots={{ ...SLOTS, options: { faultCode: faultCodes() } }} />
}
