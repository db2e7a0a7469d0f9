import { Component, type ErrorInfo, type ReactNode } from 'react'
import { buildIsGone } from '../../lib/page/build-gone.ts'
import { t } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'

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
    const gone = buildIsGone()
    const action = gone
      ? { label: t('page.reload'), onClick: () => location.reload() }
      : { label: t('action.retry'), onClick: () => this.setState({ broken: false }) }
    return (
      <div className="card">
        <EmptyState icon="broken" text={t(gone ? 'page.updated' : 'page.broken')} action={action} />
      </div>
    )
  }
}

/** A failing overlay leaves the shell as it is and shows a message. `onFail` removes it. */
export class OverlayBoundary extends Component<{ onFail: () => void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
    toast('error', t(buildIsGone() ? 'page.updated' : 'page.broken'))
    this.props.onFail()
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
