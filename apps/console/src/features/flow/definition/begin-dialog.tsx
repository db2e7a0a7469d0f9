import {
  type FLOW_TYPES,
  flowDefinitionResource,
  flowModel,
  type FlowModel,
  inLanguage,
  READY_FLOWS,
  saveFlowModel,
} from '@sluice/contract'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { insertRow } from '../../../lib/api/resource-calls.ts'
import { useDetailAddress } from '../../../lib/page/detail-address.tsx'
import { useSession } from '../../../lib/access/session.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { DepartmentSelect } from '../../../parts/form/department-select.tsx'
import { FileChoice } from '../../../parts/form/file-choice.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { flowIn } from './flow-file.ts'

interface Begun {
  code: string
  name: string
  flowType: (typeof FLOW_TYPES)[number]
  model: FlowModel
}

/** The draft of a new flow, saved with what is drawn in it; its id. */
async function beginFlow({ code, name, flowType, model }: Begun, deptId: string): Promise<string> {
  const { id } = await insertRow(flowDefinitionResource, { code, name, flowType, deptId })
  const { version } = await call(flowModel, { id })
  await call(saveFlowModel, { id, version, model })
  return id
}

function Named({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flow-setting">
      <span className="flow-setting-name">{name}</span>
      <Input value={value} maxLength={40} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

/** Name, key and department of what is begun, and then its page. */
function BeginForm({
  title,
  begin: { begun, setBegun, deptId, setDept, busy, send },
  onClose,
  children,
}: {
  title: string
  begin: ReturnType<typeof useBegin>
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useText()
  const isReady = begun !== null && /^[a-z][a-z0-9-]*$/.test(begun.code) && begun.name.trim() !== '' && deptId !== ''
  return (
    <SideDialog
      title={title}
      busy={busy}
      ready={isReady}
      confirmLabel={t('flow.beginNow')}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      {children}
      {begun && (
        <>
          <Named
            name={byName('flowDefinition.name')}
            value={begun.name}
            onChange={(name) => setBegun({ ...begun, name })}
          />
          <Named
            name={byName('flowDefinition.code')}
            value={begun.code}
            onChange={(code) => setBegun({ ...begun, code })}
          />
          <div className="flow-setting">
            <span className="flow-setting-name">{byName('flowDefinition.deptId')}</span>
            <DepartmentSelect
              aria-label={byName('flowDefinition.deptId')}
              value={deptId}
              onChange={(next) => setDept([next ?? ''].flat()[0] ?? '')}
            />
          </div>
        </>
      )}
    </SideDialog>
  )
}

function useBegin(onClose: () => void) {
  const { t } = useText()
  const own = useSession(({ userInfo }) => userInfo?.deptId ?? '')
  const [deptId, setDept] = useState(own)
  const [begun, setBegun] = useState<Begun | null>(null)
  const { busy, mutate } = useMutation(flowDefinitionResource.name)
  const navigate = useNavigate()
  const addressOf = useDetailAddress(flowDefinitionResource.name)
  const send = async () => {
    if (!begun) return
    let id = ''
    const work = async () => {
      id = await beginFlow({ ...begun, name: begun.name.trim() }, deptId)
    }
    if (!(await mutate(work, { done: t('flow.begun') }))) return
    onClose()
    if (addressOf) void navigate(addressOf(id))
  }
  return { begun, setBegun, deptId, setDept, busy, send }
}

/** Begins a flow with one of the ready ones. */
export function BeginReady({ onClose }: { onClose: () => void }) {
  const { t, language } = useText()
  const begin = useBegin(onClose)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <BeginForm title={t('flow.ready')} begin={begin} onClose={onClose}>
      <div className="segments wrap" role="group" aria-label={t('flow.ready')}>
        {READY_FLOWS.map(({ code, names, flowType, model }) => (
          <Segment
            key={code}
            on={chosen === code}
            onClick={() => {
              setChosen(code)
              begin.setBegun({ code, name: inLanguage(names, language), flowType, model: model(language) })
            }}
          >
            {inLanguage(names, language)}
          </Segment>
        ))}
      </div>
    </BeginForm>
  )
}

/** Begins a flow with what a file holds. */
export function BringFile({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const begin = useBegin(onClose)
  const [file, setFile] = useState<File | null>(null)
  const [isOther, setOther] = useState(false)
  const choose = async (chosen: File) => {
    setFile(chosen)
    const read = flowIn(await chosen.text())
    begin.setBegun(read)
    setOther(read === null)
  }
  return (
    <BeginForm title={t('flow.bring')} begin={begin} onClose={onClose}>
      <FileChoice file={file} accept=".json" hint={t('flow.bringHint')} onFile={(chosen) => void choose(chosen)} />
      {isOther && (
        <p className="form-error" role="alert">
          {t('flow.notAFlow')}
        </p>
      )}
    </BeginForm>
  )
}
