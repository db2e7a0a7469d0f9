import { type DeviceRow, inspectFrame, TYPED_TOPICS } from '@sluice/contract'
import { Input } from 'antd'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { bytesOf, checksumOf, CRC_MODES, type CrcMode, spaced } from './hex-command.ts'
import { type FieldsProps, hexOf, rawKindOf, Row } from './order-form.tsx'
import { SaveTemplate, TemplateChoice } from './templates.tsx'
import { filledPayload, messageHex, messageIn, messageProblem } from './typed-message.ts'

/** What is sent as it is typed, in the form that the device's protocol has for it. */
export function RawFields(props: FieldsProps & { device: DeviceRow | undefined }) {
  const { t } = useText()
  const kind = rawKindOf(props.device)
  if (kind === null) return <p className="hint">{t('commandPage.noRaw')}</p>
  return kind === 'MESSAGE' ? <MessageFields {...props} /> : <HexFields {...props} />
}

/** What the codecs say of the bytes: the protocol that knows them, and whether its checksum is right. */
function Checked({ hex }: { hex: string }) {
  const { t } = useText()
  const may = usePermission(['frame:inspect'])
  const { data: frame } = useAnswer(inspectFrame, may ? { hex } : null, { silent: true, staleMs: 60_000 })
  const sum = frame?.fields.find(({ kind }) => kind === 'checksum')
  if (!frame || !sum) return null
  const protocol = byName(`protocol.${frame.protocol}`, frame.protocol)
  const facts = { protocol, value: sum.value ?? '', expected: sum.expected ?? '' }
  return (
    <p className={sum.expected ? 'row tight form-error' : 'row tight t2'}>
      <Glyph name={sum.expected ? 'failed' : 'done'} />
      {sum.expected ? t('commandPage.sumWrong', facts) : t('commandPage.sumRight', facts)}
    </p>
  )
}

/** Typed bytes, or a template, with every checksum beside it as one types. */
function HexFields({ typed, change, device }: FieldsProps & { device: DeviceRow | undefined }) {
  const { t } = useText()
  const bytes = bytesOf(typed.pattern, { addr: device?.stationAddress ?? '', value: typed.value })
  const hex = hexOf(typed, device)
  return (
    <>
      <TemplateChoice
        device={device}
        onChoose={({ hexPattern, crcMode }) => change({ pattern: hexPattern, crcMode: crcMode as CrcMode })}
      />
      <Row name={t('commandPage.hex')} extra={t('commandPage.hexHint')}>
        <Input.TextArea
          className="mono"
          autoSize={{ minRows: 2, maxRows: 8 }}
          aria-label={t('commandPage.hex')}
          placeholder="7E7E {addr} …"
          value={typed.pattern}
          onChange={({ target }) => change({ pattern: target.value })}
        />
      </Row>
      {typed.pattern.includes('{value}') && (
        <Row name={t('commandPage.value')}>
          <Input
            className="mono"
            aria-label={t('commandPage.value')}
            value={typed.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        </Row>
      )}
      <div className="command-sums" role="radiogroup" aria-label={t('commandPage.crc')}>
        {CRC_MODES.map((mode) => (
          <label key={mode} className={mode === typed.crcMode ? 'on' : ''}>
            <input
              type="radio"
              name="crc"
              checked={mode === typed.crcMode}
              onChange={() => change({ crcMode: mode })}
            />
            <span>{byName(`enum.crcMode.${mode}`)}</span>
            <code>{bytes ? spaced(checksumOf(bytes, mode)) : ''}</code>
          </label>
        ))}
      </div>
      {hex && (
        <div className="command-wire">
          <small className="t3">{t('commandPage.wire', { n: hex.length / 2 })}</small>
          <code>{spaced(hex)}</code>
          <Checked hex={hex} />
        </div>
      )}
      {hex && device && (
        <SaveTemplate device={device} content={{ hexPattern: typed.pattern, crcMode: typed.crcMode }} />
      )}
    </>
  )
}

/** A topic with its payload, judged as one types; its protocol has no checksum of its own. */
function MessageFields({ typed, change, device }: FieldsProps & { device: DeviceRow | undefined }) {
  const { t } = useText()
  const { topic, payload, value } = typed
  const filled = filledPayload({ topic, payload }, value)
  const problem = messageProblem({ topic }, filled)
  const length = new TextEncoder().encode(filled).length
  const options = Object.entries(TYPED_TOPICS).map(([name, one]) => ({
    value: one,
    label: byName(`commandPage.topic.${name}`),
  }))
  return (
    <>
      <TemplateChoice device={device} onChoose={({ hexPattern }) => change(messageIn(hexPattern) ?? {})} />
      <Row name={t('commandPage.topic')} extra={<span className="mono">{topic}</span>}>
        <Select<string>
          aria-label={t('commandPage.topic')}
          value={topic}
          options={options}
          onChange={(chosen) => change({ topic: chosen })}
        />
      </Row>
      <Row name={t('commandPage.payload')} extra={t('commandPage.payloadHint')}>
        <Input.TextArea
          className="mono"
          autoSize={{ minRows: 2, maxRows: 8 }}
          aria-label={t('commandPage.payload')}
          placeholder={topic === TYPED_TOPICS.request ? '{"method":"…","params":{}}' : '{"…":1}'}
          value={payload}
          onChange={({ target }) => change({ payload: target.value })}
        />
      </Row>
      {payload.includes('{value}') && (
        <Row name={t('commandPage.placed')}>
          <Input
            className="mono"
            aria-label={t('commandPage.placed')}
            value={value}
            onChange={({ target }) => change({ value: target.value })}
          />
        </Row>
      )}
      {payload !== '' && (
        <p className={problem ? 'row tight form-error' : 'row tight t2'}>
          <Glyph name={problem ? 'failed' : 'done'} />
          {problem ? t(`commandPage.message.${problem}`) : t('commandPage.message.right', { n: length })}
        </p>
      )}
      {problem === null && device && (
        <SaveTemplate device={device} content={{ hexPattern: messageHex({ topic, payload }), crcMode: 'NONE' }} />
      )}
    </>
  )
}
