import { Button, Group } from '@mantine/core'
import { useState } from 'react'

interface AskInPlaceProps {
  readonly label: string
  /** For screen readers, where the label alone does not say of what. */
  readonly name?: string
  readonly question: string
  readonly confirm: string
  readonly onConfirm: () => void
}

/** A step that cannot be undone, asked for in its place: a second dialog would take this one away. */
export function AskInPlace({ label, name, question, confirm, onConfirm }: AskInPlaceProps) {
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        {...(name === undefined ? {} : { 'aria-label': name })}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    )
  }
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={question}>
      <Button
        color="red"
        size="compact-sm"
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {confirm}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </Group>
  )
}
