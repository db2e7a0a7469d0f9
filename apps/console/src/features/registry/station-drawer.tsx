import { adoptStation, deviceResource, unknownStationFrames, type UnknownStationRow } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { CallFailure } from '../../lib/api-outcome.ts'
import { showTime } from '../../lib/clock.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { refusedFields } from '../../parts/form/refused-fields.ts'
import { ResourceForm } from '../../parts/form/resource-form.tsx'
import { FrameView } from '../../parts/frame-view.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'

interface Adoption {
  name: string
  deviceNo: string
  productId: string
  deptId: string
}
const FIELDS = ['name', 'deviceNo', 'productId', 'deptId'] as const
const FORM_ID = 'adopt'

function Frames({ station }: { station: UnknownStationRow }) {
  const { t } = useText()
  const frames = useQuery({
    queryKey: ['frames', station.id, station.frameCount],
    queryFn: ({ signal }) => call(unknownStationFrames, { id: station.id }, { inPlace: true, signal }),
  })
  if (frames.isPending) return <WaitBlocks rows={4} />
  if (frames.isError) {
    return (
      <EmptyState
        icon="broken"
        text={t('state.failed')}
        action={{ label: t('action.retry'), onClick: () => void frames.refetch() }}
      />
    )
  }
  return (
    <ol className="frames">
      {frames.data.map((frame) => (
        <li key={frame.ts + frame.hex}>
          <time className="num t2" dateTime={frame.ts}>
            {showTime(frame.ts)}
          </time>
          <FrameView hex={frame.hex} decoded={frame.decoded} protocol={String(station['protocol'])} />
        </li>
      ))}
    </ol>
  )
}

/** The station's kept frames, and the form that makes it a device: they are then read as if they had just arrived. */
export function StationDrawer({
  station,
  mayAdopt,
  onClose,
}: {
  station: UnknownStationRow
  mayAdopt: boolean
  onClose: () => void
}) {
  const { t, byName } = useText()
  const { address } = station
  const navigate = useNavigate()
  const client = useQueryClient()
  const [form] = Form.useForm<Adoption>()
  const [busy, setBusy] = useState(false)

  const adopt = async () => {
    setBusy(true)
    try {
      const { deviceId, replayed, left } = await call(adoptStation, { id: station.id, ...form.getFieldsValue() })
      if (left > 0) toast('warning', t('station.adoptedInPart', { n: replayed, left }))
      else toast('success', t('station.adopted', { n: replayed }))
      void client.invalidateQueries({ queryKey: ['page'] })
      onClose()
      await navigate(`/device/detail/${deviceId}`)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedFields(form, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <SideDialog
      title={`${byName('unknownStation.address')} ${address}`}
      width={720}
      busy={busy}
      confirmLabel={t('station.adopt')}
      onClose={onClose}
      {...(mayAdopt ? { onConfirm: () => form.submit() } : {})}
    >
      {mayAdopt && (
        <ResourceForm
          id={FORM_ID}
          resource={deviceResource}
          form={form}
          names={FIELDS}
          row={null}
          initial={{ deviceNo: address }}
          twoColumns
          onSubmit={() => void adopt()}
          onChange={() => {}}
        />
      )}
      <h3 className="part-title">{t('station.frames')}</h3>
      <Frames station={station} />
    </SideDialog>
  )
}
