import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { sentenceOf } from '../api'
import { forgetFailures } from '../components/load-once'
import { State } from '../components/State'

interface FailureProps {
  readonly children: ReactNode
}

/** A view that breaks takes only itself down, says what happened, and can be tried again. */
export class Failure extends Component<FailureProps, { readonly problem: unknown }> {
  override state: { readonly problem: unknown } = { problem: null }

  static getDerivedStateFromError(problem: unknown) {
    return { problem }
  }

  /** What could not be loaded has been told: “Show it again” loads it again. */
  override componentDidCatch() {
    forgetFailures()
  }

  override render(): ReactNode {
    if (this.state.problem === null) return this.props.children
    return (
      <State
        tone="bad"
        icon={<IconAlertTriangle size={20} />}
        title="This view stopped working"
        actions={<Button onClick={() => this.setState({ problem: null })}>Show it again</Button>}
      >
        {sentenceOf(this.state.problem).replace(/(?<![.\s])[.\s]*$/, '.')} What you typed is kept.
      </State>
    )
  }
}
