import { geoFeatureResource, networkAttach } from '@sluice/contract'
import { expect, test } from 'vitest'
import { makeDevice, pause } from '../../../../../../testing/src/index.ts'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import { Network } from './network.service.ts'

const platform = sharedPlatform()

/** The database, whose transactions wait for `before` in front of the first statement that holds `part`. */
function stopping(db: Database, part: string, before: () => Promise<unknown>): Database {
  const halted = (tx: Connection): Connection => ({
    ...tx,
    query: async (statement, values) => {
      if (typeof statement === 'string' && statement.includes(part)) await before()
      return tx.query(statement, values)
    },
  })
  return { ...db, transaction: (work, how) => db.transaction((tx) => work(halted(tx)), how) }
}

test('a valve that is attached while the network is rebuilt stays attached', async () => {
  const { admin, db } = platform.test
  const valve = await makeDevice(admin, { productNo: 'SL651-VALVE' })
  const geometry = {
    type: 'LineString',
    coordinates: [
      [116, 39],
      [116.02, 39],
    ],
  }
  const edgeId = await admin.insert(geoFeatureResource, { kind: 'CANAL', name: '东干渠', deptId: '1', geometry })
  let attached: Promise<unknown> = Promise.resolve()
  const attach = () => {
    attached = admin.call(networkAttach, { deviceId: valve.id, edgeId })
    return Promise.race([attached, pause(500)])
  }
  await new Network(stopping(db, 'delete from geo_valve', attach)).rebuildIfAsked()
  await attached
  const { rows } = await db.query(
    'select edge_id::text as edge, attached from geo_valve where device_id = $1 /* unscoped:test */',
    [valve.id],
  )
  expect(rows).toEqual([{ edge: edgeId, attached: true }])
})
