import {
  type CommandDef,
  type CommandMap,
  DEFAULT_COMMAND_MAP,
  RPC_COMMANDS,
  type RpcCommand,
  type ProductRow,
} from '@sluice/contract'
import { usePermission } from '../../../../lib/access/access.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { hasTrait } from '../../../../domain/traits.ts'
import { EXAMPLE_OPENING, exampleOf } from './command-map-values.ts'
import './command-map.css'

/** The fields of a product that describe its commands. */
export type MappedProduct = Pick<
  ProductRow,
  'id' | 'version' | 'name' | 'protocol' | 'traits' | 'nodeKind' | 'deviceCount' | 'commandMap'
> & { commands: readonly Pick<CommandDef, 'code'>[] }

/** The commands of a product that follow a map, in the order of the map; none for other protocols. */
export function mappedCodes(product: MappedProduct): readonly RpcCommand[] {
  if (!hasTrait(product, 'COMMAND_MAP')) return []
  return RPC_COMMANDS.filter((code) => product.commands.some((command) => command.code === code))
}

/** The map that a product's commands follow. */
export const mapIn = (product: MappedProduct): CommandMap => product.commandMap ?? DEFAULT_COMMAND_MAP

export function CommandName({ code }: { code: RpcCommand }) {
  const { t } = useText()
  return (
    <span className="list-name">
      <span>{t(`command.${code}`)}</span>
      <small className="mono">{code}</small>
    </span>
  )
}

/** The payload of a command, byte for byte; nothing while it cannot be built. */
export function RpcExample({ map, code, caption }: { map: CommandMap; code: RpcCommand; caption?: string }) {
  const example = exampleOf(map, code)
  if (example === null) return null
  return (
    <>
      {caption && <small className="t3">{caption}</small>}
      <code className="mono rpc-example">{example}</code>
    </>
  )
}

/** How a product's firmware expects its commands, with the exact payloads. */
export function CommandMapList({ product, onEdit }: { product: MappedProduct; onEdit: () => void }) {
  const { t } = useText()
  const mayEdit = usePermission(['product:edit'])
  const map = mapIn(product)
  return (
    <section aria-label={t('product.commandMap')}>
      <div className="panel-head map-head">
        <h3 className="part-title">{t('product.commandMap')}</h3>
        <span className="t3">
          {t(product.commandMap === null ? 'commandMap.default' : 'commandMap.own')}
          {' · '}
          {t('commandMap.scaleOf', { n: map.fullScale })}
        </span>
        {mayEdit && <Button onClick={onEdit}>{t('action.edit')}</Button>}
      </div>
      {product.nodeKind === 'SLAVE' && <p className="hint">{t('commandMap.viaGateway')}</p>}
      <ul className="rpc-list">
        {mappedCodes(product).map((code) => (
          <li key={code}>
            <CommandName code={code} />
            {map.commands[code] ? (
              <div>
                <span className="rpc-method">
                  <span className="mono">{map.commands[code].method}</span>
                  {code === 'SET_OPENING' && <small>{t('commandMap.at', { n: EXAMPLE_OPENING })}</small>}
                </span>
                <RpcExample map={map} code={code} />
              </div>
            ) : (
              <span className="t3">{t('commandMap.absent')}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
