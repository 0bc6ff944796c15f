import { Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { RemoteAt } from '../../../engines/page/images/given'
import { words } from './words'

/**
 * Names the servers that would be asked for these pictures, before one of them is (VE29).
 * @returns their hosts with their ports; null when none is to be asked
 */
export function askForHosts(pictures: readonly RemoteAt[]): Promise<readonly string[] | null> {
  const counts = new Map<string, number>()
  for (const { url } of pictures) {
    const { host } = new URL(url)
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return new Promise((resolve) => {
    let isMeant = false
    const id = modals.open({
      title: words.fetchTitle,
      onClose: () => resolve(isMeant ? [...counts.keys()] : null),
      children: (
        <RemoteQuestion
          counts={counts}
          total={pictures.length}
          onChoose={(answer) => {
            isMeant = answer
            modals.close(id)
          }}
        />
      )
    })
  })
}

interface RemoteQuestionProps {
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
  readonly onChoose: (isMeant: boolean) => void
}

function RemoteQuestion({ counts, total, onChoose }: RemoteQuestionProps) {
  return (
    <Stack gap={12}>
      <Text size="sm">{words.fetchFrom(total)}</Text>
      <ScrollArea.Autosize mah="40vh" viewportProps={{ tabIndex: 0, 'aria-label': words.fetchTitle }}>
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {[...counts].map(([host, count]) => (
            <List.Item key={host}>{words.fetchHost(host, count)}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onChoose(false)}>
          {words.cancel}
        </Button>
        <Button data-autofocus onClick={() => onChoose(true)}>
          {words.fetch}
        </Button>
      </Group>
    </Stack>
  )
}
