import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'

/** HD-5: one broken screen must not blank the shell. */
export class ViewBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    const action = { label: t('action.retry'), onClick: () => this.setState({ broken: false }) }
    return (
      <div className="card">
        <EmptyState icon="broken" text={t('page.broken')} action={action} />
      </div>
    )
  }
}
