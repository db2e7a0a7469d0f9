import { Link } from 'react-router'
import { TypeTile } from '../parts/icon/type-tile.tsx'

/** A device in a list: the drawing of its type, its name as the link to its page, and its number below. */
export function DeviceName({ id, type, name, below }: { id: string; type: string; name: string; below: string }) {
  return (
    <span className="device-name">
      <TypeTile type={type} />
      <span className="list-name">
        <Link to={`/device/detail/${id}`}>{name}</Link>
        <small className="num">{below}</small>
      </span>
    </span>
  )
}
