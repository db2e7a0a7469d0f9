import { useSearchParams } from 'react-router'
import { StartForm } from './start-form.tsx'
import { StartTiles } from './start-tiles.tsx'
import '../instance/instance.css'
import './start.css'

/** OF-9: what can be asked for, and then its form; the address names both, so that a link leads to a form. */
export default function StartScreen() {
  const [search, setSearch] = useSearchParams()
  const definitionId = search.get('flow')
  if (definitionId === null) return <StartTiles onChoose={(flow) => setSearch({ flow })} />
  return <StartForm definitionId={definitionId} fromId={search.get('from')} onBack={() => setSearch({})} />
}
