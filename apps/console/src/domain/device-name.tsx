import { Link } from 'react-router'
import { DeviceIcon } from '../parts/icon/icons.tsx'

/** A device in a list: the drawing of its type, its name as the link to its page, and its number below. */
export function DeviceName({ id, type, name, below }: { id: string; type: string; name: string; below: string }) {
  return (
    <span className="device-name">
      <span className="tile">
        <DeviceIcon type={type} size={18} />
      </span>
      <span className="list-name">
        <Link to={`/device/detail/${id}`}>{name}</Link>
        <small className="num">{below}</small>
      </span>
    </span>
  )
}
