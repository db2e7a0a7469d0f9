/** The panel for whoever has a drawer: features mount each other's parts only here. */
export { ValvePanel } from '../features/command/valve-panel.tsx'
