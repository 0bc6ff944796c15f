import { Button, Group } from '@mantine/core'

/** The words of a notification with an Undo button. */
export function UndoMessage({ text, onUndo }: { readonly text: string; readonly onUndo: () => void }) {
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button variant="light" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
