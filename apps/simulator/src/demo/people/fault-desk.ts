import type { Random } from '../../random.ts'
import { type PlatformApi, Refusal } from '../platform-api.ts'
import { type KnownPerson, peopleAt } from './person.types.ts'

interface OpenFault {
  id: string
  deviceId: string
  conditionState: string
  handleState: string
}

const DONE = ['现场查看后恢复正常', '断电重启后恢复', '清理后恢复，已试运行']

/**
 * One look at the list of faults: somebody takes one, goes on with one, or closes one that is over. What somebody else did
 * meanwhile is theirs.
 */
export async function deskStep(
  api: PlatformApi,
  people: readonly KnownPerson[],
  { deptOf, officeId, random }: { deptOf: ReadonlyMap<string, string>; officeId: string; random: Random },
): Promise<void> {
  const { list } = (await api.get('/device/v1/fault/page', {
    handleState: 'UNHANDLED,ACKED,PROCESSING,RESOLVED',
    limit: 100,
  })) as {
    list: OpenFault[]
  }
  const could = list.filter((one) => one.conditionState === 'ACTIVE' || one.handleState !== 'UNHANDLED')
  if (could.length === 0) return
  const fault = random.pick(could)
  const ids = [fault.id]
  const team = peopleAt(people, deptOf.get(fault.deviceId) ?? officeId, officeId)
  try {
    if (fault.handleState === 'UNHANDLED' && team.length > 0)
      await api.post('/device/v1/fault/assign', { ids, userId: random.pick(team).id })
    else if (fault.handleState === 'ACKED') await api.post('/device/v1/fault/start', { ids })
    else if (fault.conditionState !== 'CLEARED') return
    else if (fault.handleState === 'PROCESSING')
      await api.post('/device/v1/fault/resolve', { ids, note: random.pick(DONE) })
    else if (fault.handleState === 'RESOLVED') await api.post('/device/v1/fault/close', { ids })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 401) throw error
  }
}
