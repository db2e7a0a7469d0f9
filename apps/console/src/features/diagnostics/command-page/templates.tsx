import { commandTemplateResource, type CommandTemplateRow, type DeviceRow } from '@sluice/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { usePage } from '../../../lib/api/answer.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { insertRow } from '../../../lib/api/resource-calls.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { Row } from './order-form.tsx'

type Content = Pick<CommandTemplateRow, 'hexPattern' | 'crcMode'>

interface ChoiceProps {
  device: DeviceRow | undefined
  onChoose: (template: CommandTemplateRow) => void
}

/** The templates of the device's protocol; nothing where there are none. */
export function TemplateChoice({ device, onChoose }: ChoiceProps) {
  const { t } = useText()
  const may = usePermission(['commandTemplate:list'])
  const templates = usePage(commandTemplateResource, may ? { limit: 100 } : null, { silent: true })
  const rows = (templates.data?.list ?? []).filter(({ protocol }) => !device || protocol === device.protocol)
  if (rows.length === 0) return null
  return (
    <Row name={t('commandPage.template')}>
      <Select<string>
        aria-label={t('commandPage.template')}
        placeholder={t('form.choose')}
        value={null}
        options={rows.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          const row = rows.find((one) => one.id === id)
          if (row) onChoose(row)
        }}
      />
    </Row>
  )
}

/** Keeps what is typed as a template of the device's protocol, in its department. */
export function SaveTemplate({ device, content }: { device: DeviceRow; content: Content }) {
  const { t } = useText()
  const may = usePermission(['commandTemplate:add'])
  const [name, setName] = useState('')
  const { busy, mutate } = useMutation(commandTemplateResource.name)
  if (!may) return null
  const save = async () => {
    const { deptId, protocol } = device
    const values = { name: name.trim(), deptId, protocol, ...content }
    if (await mutate(() => insertRow(commandTemplateResource, values), { done: t('commandPage.templateSaved') }))
      setName('')
  }
  return (
    <div className="command-modes">
      <Input
        maxLength={50}
        aria-label={t('commandPage.templateName')}
        placeholder={t('commandPage.templateName')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button busy={busy} disabled={name.trim() === ''} onClick={() => void save()}>
        {t('commandPage.saveTemplate')}
      </Button>
    </div>
  )
}
