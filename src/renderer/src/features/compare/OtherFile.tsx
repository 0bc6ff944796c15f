import { Autocomplete, Button, Group, Text } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { useEffect, useState } from 'react'
import { contentPath, parentOf, type ContentPath } from '../../../../common/content/paths'
import { api } from '../../api'

const MODAL = 'compare-other-file'

/** Asks for another file of the workspace to compare with. */
export function askForOtherFile(path: ContentPath, onChosen: (chosen: ContentPath) => void): void {
  openModal({
    modalId: MODAL,
    title: 'Compare with another file',
    children: (
      <OtherFile
        path={path}
        onDone={(chosen) => {
          closeModal(MODAL)
          if (chosen) onChosen(chosen)
        }}
      />
    )
  })
}

interface OtherFileProps {
  readonly path: ContentPath
  readonly onDone: (chosen: ContentPath | null) => void
}

function OtherFile({ path, onDone }: OtherFileProps) {
  const [typed, setTyped] = useState(`${parentOf(path)}/`)
  const [found, setFound] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const folder = typed.slice(0, typed.lastIndexOf('/')) || '/'
  useEffect(() => {
    const stop = new AbortController()
    void pathsIn(folder, stop.signal).then((paths) => !stop.signal.aborted && setFound(paths))
    return () => stop.abort()
  }, [folder])
  const choose = async () => {
    try {
      const chosen = contentPath(typed.trim())
      await api.head(chosen)
      onDone(chosen)
    } catch {
      setProblem('There is no file with this path. Choose one from the list.')
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void choose()
      }}
    >
      <Autocomplete
        label="Path"
        data={[...found]}
        value={typed}
        limit={50}
        error={problem}
        data-autofocus
        onChange={(value) => {
          setProblem(null)
          setTyped(value)
        }}
      />
      <Text size="xs" c="dimmed" mt={6}>
        Files of any site. A folder’s name and a slash show what is in it.
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button type="submit">Compare</Button>
      </Group>
    </form>
  )
}

async function pathsIn(folder: string, signal: AbortSignal): Promise<string[]> {
  try {
    const items = await api.list(contentPath(folder), { signal, missing: 'empty' })
    return items.map(({ path, ext }) => (ext === undefined ? `${path}/` : path))
  } catch {
    return []
  }
}
