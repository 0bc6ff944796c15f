import { Component, type ReactNode } from 'react'
import { forgetFailures } from './load-once'
import { State } from './State'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/**
 * Keeps a failure in one part of the window from taking the rest with it. What is typed is safe in its draft.
 */
export class ErrorBoundary extends Component<Props, { readonly failure: string | null }> {
  override state: { readonly failure: string | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  /** What could not be loaded has been told: “Try again” loads it again. */
  override componentDidCatch() {
    forgetFailures()
  }

  override render() {
    if (this.state.failure === null) return this.props.children
    return (
      <State tone="bad" title={this.props.title} onAgain={() => this.setState({ failure: null })}>
        {this.state.failure} What you typed is still in its document.
      </State>
    )
  }
}
