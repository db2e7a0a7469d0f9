import {
  adoptStation,
  deviceResource,
  unknownStationFrames,
  unknownStationResource,
  type UnknownStationRow,
  valveSlaveResource,
} from '@sluice/contract'
import { Form } from 'antd'
import { useNavigate } from 'react-router'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { showTime } from '../../lib/time/clock.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { refusedFields } from '../../parts/form/refused-fields.ts'
import { ResourceForm } from '../../parts/form/resource-form.tsx'
import { FrameView } from '../../domain/frame/frame-view.tsx'
import { useOfferPlace } from './offer-place.ts'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'

interface Adoption {
  name: string
  deviceNo: string
  productId: string
  deptId: string
  lng?: number | null
  lat?: number | null
}
const FIELDS = ['name', 'deviceNo', 'productId', 'deptId', 'lng', 'lat'] as const
const FORM_ID = 'adopt'
/** Lists that an adoption changes. */
const ADOPTED = [unknownStationResource, deviceResource, valveSlaveResource].map(({ name }) => name)

function Frames({ station }: { station: UnknownStationRow }) {
  const frames = useAnswer(unknownStationFrames, { id: station.id }, { follows: [station.frameCount] })
  return (
    <Fetched query={frames}>
      {(list) => (
        <ol className="frames">
          {list.map((frame) => (
            <li key={frame.ts + frame.hex}>
              <time className="num t2" dateTime={frame.ts}>
                {showTime(frame.ts)}
              </time>
              <FrameView hex={frame.hex} decoded={frame.decoded} protocol={String(station['protocol'])} />
            </li>
          ))}
        </ol>
      )}
    </Fetched>
  )
}

/** The station's kept frames, and the form that adopts it: the frames are then replayed. */
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
  const [form] = Form.useForm<Adoption>()
  const offerPlace = useOfferPlace()
  const { busy, mutate } = useMutation(...ADOPTED)

  const adopt = async () => {
    const values = form.getFieldsValue()
    const { deviceId, replayed, left } = await call(adoptStation, { id: station.id, ...values })
    if (left > 0) toast('warning', t('station.adoptedInPart', { n: replayed, left }))
    else toast('success', t('station.adopted', { n: replayed }))
    onClose()
    await navigate(`/device/detail/${deviceId}`)
    offerPlace(deviceId, values)
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
          onSubmit={() => void mutate(adopt, { refused: (failure) => refusedFields(form, failure) })}
          onChange={() => {}}
        />
      )}
      <h3 className="part-title">{t('station.frames')}</h3>
      <Frames station={station} />
    </SideDialog>
  )
}
