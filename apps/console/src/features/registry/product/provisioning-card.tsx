import {
  type OutputOf,
  PROVISION_SECRET_PLACE,
  type Provisioning,
  productProvisioning,
  rotateProvisionSecret,
  saveProvisioning,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { ask } from '../../../lib/page/ask.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime, useMoment } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { CopyButton, Secret } from '../../../parts/secret.tsx'
import { ProvisioningForm } from './provisioning-form.tsx'
import './provisioning.css'

type Answer = OutputOf<typeof productProvisioning>

/** How the devices of a product get their tokens by themselves; for those who may set it. */
export function ProvisioningCard({ id }: { id: string }) {
  return usePermission(['product:provision']) ? <Card id={id} /> : null
}

function Card({ id }: { id: string }) {
  const { t } = useText()
  const client = useQueryClient()
  const card = useAnswer(productProvisioning, { id }, { follows: ['device'] })
  const [secret, setSecret] = useState<string | null>(null)
  const [editing, setEditing] = useState(false)
  const { busy, mutate } = useMutation()
  const again = () => client.invalidateQueries({ queryKey: answerKey(productProvisioning, { id }) })
  const shown = async (saved: OutputOf<typeof saveProvisioning>) => {
    if (saved.secret !== null) setSecret(saved.secret)
    await again()
  }
  const sure = (text: string) =>
    ask({ title: t('ask.title'), text, confirm: t('action.confirm'), cancel: t('action.cancel') })
  const rotate = async () => {
    if (!(await sure(t('provision.rotateAsk')))) return
    await mutate(async () => shown(await call(rotateProvisionSecret, { id })), { done: t('provision.rotated') })
  }
  const turn = async ({ version, settings }: Provisioning) => {
    const enabled = !settings.enabled
    if (!enabled && !(await sure(t('provision.turnOffAsk')))) return
    const change = { id, version, settings: { ...settings, enabled } }
    await mutate(async () => shown(await call(saveProvisioning, change)), { done: t('provision.saved') })
  }
  return (
    <Fetched query={card} rows={4}>
      {({ provisioning, ...where }) => (
        <Section
          className="provisioning"
          label={t('provision.title')}
          title={t('provision.title')}
          beside={
            provisioning && (
              <>
                <ProvisioningChip provisioning={provisioning} />
                <span className="provisioning-buttons">
                  <Button disabled={busy} icon="pencil" onClick={() => setEditing(true)}>
                    {t('provision.edit')}
                  </Button>
                  <Button disabled={busy} onClick={() => void rotate()}>
                    {t('provision.rotate')}
                  </Button>
                  <Button disabled={busy} onClick={() => void turn(provisioning)}>
                    {t(provisioning.settings.enabled ? 'provision.turnOff' : 'provision.turnOn')}
                  </Button>
                </span>
              </>
            )
          }
        >
          {provisioning ? (
            <Whole provisioning={provisioning} where={where} secret={secret} />
          ) : (
            <div className="provisioning-none">
              <p className="hint">{t('provision.hint')}</p>
              <Button kind="theme" onClick={() => setEditing(true)}>
                {t('provision.setUp')}
              </Button>
            </div>
          )}
          {editing && (
            <ProvisioningForm
              id={id}
              provisioning={provisioning}
              onSaved={async (saved) => {
                await shown(saved)
                toast('success', t('provision.saved'))
              }}
              onClose={() => setEditing(false)}
            />
          )}
        </Section>
      )}
    </Fetched>
  )
}

/** On, or why no device gets a token now. */
function ProvisioningChip({ provisioning: { settings, devices } }: { provisioning: Provisioning }) {
  const { t } = useText()
  const { enabled, expireTime, totalLimit } = settings
  const isOver = useMoment((now) => expireTime !== null && Date.parse(expireTime) <= now)
  const state = !enabled ? 'off' : isOver ? 'expired' : devices >= totalLimit ? 'full' : 'on'
  return <b className={state === 'on' ? 'chip solid' : 'chip chip-plain'}>{t(`provision.${state}`)}</b>
}

interface WholeProps {
  provisioning: Provisioning
  where: Omit<Answer, 'provisioning'>
  /** Only right after it was made. */
  secret: string | null
}

function Whole({ provisioning, where, secret }: WholeProps) {
  const { t } = useText()
  const { settings, deptName, areaName, devices, lastHour, given, provisionKey, secretTime } = provisioning
  const { how, host, port, listening } = where
  const filled = (text: string) => (secret === null ? text : text.replace(PROVISION_SECRET_PLACE, secret))
  return (
    <div className="provisioning-columns">
      <div>
        <Facts look="lines">
          <Fact name={t('provision.admits')}>{t(`provision.admits.${settings.admits}`)}</Fact>
          <Fact name={t('provision.names')} className="mono">
            {settings.names ?? t('provision.anyName')}
          </Fact>
          <Fact name={t('provision.dept')}>{[deptName, areaName].filter((name) => name !== null).join(' · ')}</Fact>
          <Fact name={t('provision.total')} className="num">
            {t('provision.used', { n: devices, most: settings.totalLimit })}
          </Fact>
          <Fact name={t('provision.hour')} className="num">
            {t('provision.used', { n: lastHour, most: settings.hourLimit })}
          </Fact>
          <Fact name={t('provision.expire')}>
            {settings.expireTime ? showTime(settings.expireTime) : t('provision.never')}
          </Fact>
        </Facts>
        <h3 className="part-title">{t('provision.given')}</h3>
        {given.length === 0 && <p className="hint">{t('provision.none')}</p>}
        <ul className="provisioning-given">
          {given.map(({ deviceId, name, outcome, remote, time }) => (
            <li key={`${deviceId} ${time}`}>
              <Link className="link clip" to={`/device/detail/${deviceId}`}>
                {name}
              </Link>
              <span>{t(`provision.outcome.${outcome}`)}</span>
              <small className="t3">
                {remote} · {showTime(time)}
              </small>
            </li>
          ))}
        </ul>
      </div>
      <div className="provisioning-enter">
        {!listening && (
          <p className="notice">
            <Glyph name="level2" />
            {t('connection.closed')}
          </p>
        )}
        {secret === null ? (
          <p className="hint">{t('provision.secretKept', { time: showTime(secretTime) })}</p>
        ) : (
          <>
            <p className="notice">{t('provision.once')}</p>
            <Secret text={secret} label={t('provision.secret')} />
          </>
        )}
        <h3 className="part-title">{t('provision.enter')}</h3>
        <Facts>
          <Copied name={t('connection.host')} text={host} />
          <Copied name={t('connection.port')} text={String(port)} />
          <Copied name={t('provision.key')} text={provisionKey} />
          {how && (
            <>
              <Copied name={t('provision.user')} text={how.user} />
              <Copied name={t('provision.request')} text={how.request} />
              <Copied name={t('provision.answer')} text={how.answer} />
            </>
          )}
        </Facts>
        {how && (
          <>
            <h3 className="part-title">{t('provision.payload')}</h3>
            <Secret text={filled(how.payload)} label={t('provision.payload')} />
          </>
        )}
        <p className="hint">{t('provision.nameHint')}</p>
        {how && (
          <>
            <h3 className="part-title">{t('provision.example')}</h3>
            <Secret text={filled(how.example)} label={t('provision.example')} />
          </>
        )}
      </div>
    </div>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  const { t } = useText()
  return (
    <Fact name={name} className="fact">
      <span className="mono">{text}</span>
      <CopyButton text={text} label={t('copy.label', { name })} />
    </Fact>
  )
}
