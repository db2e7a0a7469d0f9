import { type DeviceTypeRow, deviceTypeResource } from '@sluice/contract'
import { useEffect } from 'react'
import { noteType } from '../../domain/device-types.ts'
import { useText } from '../../lib/text/text.ts'
import { TypeTile } from '../../parts/icon/type-tile.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'

/** What the list shows of a type is what every screen draws from now on. */
function TypeName({ row: { code, chineseName, englishName, icon, colour, panel, name } }: { row: DeviceTypeRow }) {
  useEffect(
    () => noteType({ code, name: [chineseName, englishName], icon, colour, panel }),
    [code, chineseName, englishName, icon, colour, panel],
  )
  return (
    <span className="device-name">
      <TypeTile type={code} />
      {name}
    </span>
  )
}

/** The kinds of devices: how they are called and drawn, and what a new product of one begins with (domain 2.1). */
export default function DeviceTypeScreen() {
  useText()
  return (
    <ListPage
      resource={deviceTypeResource}
      slots={{
        cells: { name: (row) => <TypeName row={row} /> },
        form: { initial: { colour: 'NONE', panel: 'CONTROL', reportIntervalS: 300 } },
      }}
    />
  )
}
