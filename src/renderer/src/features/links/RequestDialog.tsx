import { Button, Group, Stack, Text } from '@mantine/core'

/** What was asked for from outside, why it is not simply done, and what can be (LI4). */
export function RequestDialog({
  asked,
  why,
  choices,
  onCancel
}: {
  /** A path, an address or a folder, as it was asked for. */
  readonly asked: string
  readonly why: string
  readonly choices: readonly { readonly label: string; readonly detail?: string; readonly run: () => void }[]
  readonly onCancel: () => void
}) {
  return (
    <Stack gap={12}>
      <Text ff="monospace" fz={13} style={{ overflowWrap: 'anywhere' }}>
        {asked}
      </Text>
      <Text fz={14}>{why}</Text>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          {choices.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {choices.map(({ label, detail, run }) => (
          <Button key={label + (detail ?? '')} title={detail} onClick={run}>
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
