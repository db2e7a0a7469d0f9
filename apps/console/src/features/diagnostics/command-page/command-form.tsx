import { deviceResource, type DeviceRow } from '@sluice/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { useRow } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import type { TextKey } from '../../../texts/zh-CN.ts'
import { Button } from '../../../parts/button/button.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import {
  asksReason,
  CodeFields,
  hexOf,
  lacksParams,
  NOTHING_TYPED,
  paramsOf,
  Row,
  type Target,
  type Typed,
} from './order-form.tsx'
import { RawFields } from './raw-fields.tsx'
import { useKeyCommands } from './use-key-commands.ts'
import { type Told, useSending } from './use-sending.ts'
import './command-page.css'

/** Why nothing can be sent yet; null when it can. */
function whyNot(typed: Typed, key: string, byKey: boolean, target: Target): TextKey | null {
  const { device } = target
  if (byKey && key.trim() === '') return 'commandPage.needsKey'
  if (typed.deviceNo.trim() === '') return 'commandPage.needsDevice'
  if (typed.isHex) return hexOf(typed, device) ? missing(typed, device) : 'commandPage.needsHex'
  if (typed.code === '') return 'commandPage.needsCode'
  if (lacksParams(typed, target)) return 'commandPage.needsParams'
  return missing(typed, device)
}

function missing(typed: Typed, device: DeviceRow | undefined): TextKey | null {
  return asksReason(typed, device) && typed.reason.trim() === '' ? 'commandPage.needsReason' : null
}

/** How the last one went. */
function Outcome({ told, deviceId }: { told: Told; deviceId: string | null }) {
  const { t } = useText()
  if (told.kind === 'failed')
    return (
      <p className="command-told form-error" role="alert">
        <Glyph name="failed" />
        {Object.entries(told.fields).map(([field, text]) => `${field}: ${text}`)[0] ?? told.text}
      </p>
    )
  const status = told.sent ? byName(`enum.commandStatus.${told.sent.status}`) : ''
  return (
    <p className="command-told" role="status">
      <Glyph name={told.kind === 'taken' ? 'done' : 'level2'} />
      {told.kind === 'taken' ? t('commandPage.taken', { status }) : t('commandPage.unproven')}
      {deviceId && <Link to={`/device/detail/${deviceId}?tab=commands`}>{t('commandPage.ledger')}</Link>}
    </p>
  )
}

interface KeyFieldProps {
  value: string
  refusal: string | null
  onChange: (value: string) => void
}

function KeyField({ value, refusal, onChange }: KeyFieldProps) {
  const { t } = useText()
  return (
    <Row name={t('commandPage.key')} extra={refusal ?? t('commandPage.keyHint')}>
      <Input
        className="mono"
        data-testid="operator-key"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Row>
  )
}

interface CommandFormProps {
  /** Told when something was sent to a device that the caller sees. */
  onSent?: (deviceId: string) => void
}

/**
 * 下发指令, for both of its places: with the right to send, devices are chosen; without it, everything is locked until a
 * one-time key is typed, and nothing is said of any device (SEC-2).
 */
export function CommandForm({ onSent }: CommandFormProps) {
  const { t } = useText()
  const byKey = !usePermission(['netty:cmd:send'])
  const [key, setKey] = useState('')
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED)
  const change = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }))
  const { busy, told, send, forget } = useSending()
  const device = useRow(deviceResource, byKey ? null : typed.deviceId).data
  const opened = useKeyCommands()
  const target: Target = { device, ofKey: byKey ? opened.commands : undefined }
  const shown = { ...typed, deviceNo: byKey ? typed.deviceNo : (device?.deviceNo ?? '') }
  const reason = whyNot(shown, key, byKey, target)
  const locked = byKey && key.trim() === ''
  const submit = async () => {
    const { isHex, code, reason: why, confirmed } = shown
    const order = {
      deviceNo: shown.deviceNo.trim(),
      code: isHex ? 'RAW' : code,
      params: paramsOf(shown, target),
      ...(why.trim() === '' ? {} : { reason: why.trim() }),
      ...(confirmed ? { confirmed } : {}),
    }
    if (!byKey && typed.deviceId) onSent?.(typed.deviceId)
    const now = await send(order, byKey ? key.trim() : undefined)
    // It is spent, and to be kept nowhere.
    if (byKey && now.kind !== 'failed') setKey('')
  }
  return (
    <form
      className="command-form"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && reason === null) void submit()
      }}
    >
      {byKey && (
        <KeyField
          value={key}
          refusal={opened.refusal}
          onChange={(value) => {
            forget()
            setKey(value)
            change({ code: '', params: {} })
            void opened.ask(value)
          }}
        />
      )}
      <fieldset disabled={locked} className="command-fields">
        <Row name={t('commandPage.device')}>
          {byKey ? (
            <Input
              className="num"
              maxLength={40}
              disabled={locked}
              placeholder={t('commandPage.deviceNo')}
              value={typed.deviceNo}
              onChange={({ target }) => change({ deviceNo: target.value })}
            />
          ) : (
            <RefSelect
              to="device"
              value={typed.deviceId}
              aria-label={t('commandPage.device')}
              placeholder={t('form.choose')}
              onChange={(id) => {
                forget()
                change({ deviceId: id ?? null, code: '', params: {}, confirmed: false })
              }}
            />
          )}
        </Row>
        {!byKey && (
          <div className="command-modes" role="group" aria-label={t('commandPage.mode')}>
            {([false, true] as const).map((isHex) => (
              <Button
                key={String(isHex)}
                aria-pressed={typed.isHex === isHex}
                kind={typed.isHex === isHex ? 'theme' : 'plain'}
                onClick={() => change({ isHex })}
              >
                {t(isHex ? 'commandPage.byHand' : 'commandPage.byName')}
              </Button>
            ))}
          </div>
        )}
        {typed.isHex && !byKey ? (
          <RawFields typed={typed} change={change} device={device} />
        ) : (
          <CodeFields typed={typed} change={change} target={target} />
        )}
        {asksReason(typed, device) && (
          <Row name={t('commandPage.reason')} extra={typed.isHex ? t('commandPage.rawHint') : undefined}>
            <Input
              maxLength={200}
              aria-label={t('commandPage.reason')}
              value={typed.reason}
              onChange={({ target }) => change({ reason: target.value })}
            />
          </Row>
        )}
        {told?.kind === 'failed' && told.asksAgain && (
          <CheckBox checked={typed.confirmed} onChange={(confirmed) => change({ confirmed })}>
            {t('commandPage.confirm')}
          </CheckBox>
        )}
      </fieldset>
      <div className="command-end">
        <Button type="submit" kind="command" data-testid="cmd-send" busy={busy} disabled={reason !== null}>
          {t('commandPage.send')}
        </Button>
        {reason && !busy && <span className="t2">{t(reason)}</span>}
      </div>
      {told && !busy && <Outcome told={told} deviceId={byKey ? null : typed.deviceId} />}
    </form>
  )
}
