import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TrashItem } from '../../../../common/api/types'
import { contentPath, nameOf, type ContentPath, siteOf } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { notify, notifyFailure } from '../../workbench/toast'
import { openImport } from '../importing'
import { requestFor } from '../publishing'
import type { PublishedEntry } from '../../engines/tree/published-folders'
import { reveal } from '../../engines/tree/tree-store'
import { wayBack, type WayBack } from './way-back'
import { numberText } from '../../components/formats'

/**
 * Brings back what is gone and still published (U5): from the trash with its ids and history (S5) when it is
 * there, else through an import of what is published, whose first step is filled in.
 */
export async function bringBackGone(gone: readonly PublishedEntry[]): Promise<void> {
  const [first] = gone
  if (!first) return
  let way: WayBack
  try {
    way = wayBack(gone, await api.trash(siteOf(first.path)))
  } catch (problem) {
    return notifyFailure('The trash cannot be read', sentenceOf(problem))
  }
  await restoreAll(way.own)
  if (way.holding.length > 0) return askWhole(way)
  if (way.missing.length > 0) importThese(way.missing)
}

function askWhole({ holding, held, missing }: WayBack): void {
  const [folder] = holding
  const [one] = held
  if (!folder || !one) return
  const name = nameOf(contentPath(folder.path))
  const files = holding.reduce((sum, item) => sum + item.files, 0)
  const many = holding.length > 1
  const close = () => modals.close(id)
  const id = modals.open({
    title: many ? 'Bring back whole folders?' : `Bring back the folder “${name}”?`,
    size: 'lg',
    children: (
      <>
        <p style={{ marginTop: 0 }}>
          {held.length === 1
            ? `“${nameOf(one.path)}” is in the trash`
            : `${numberText(held.length)} items are in the trash`}{' '}
          as a part of {many ? `${holding.length} folders` : `“${name}”`}, which {many ? 'come' : 'comes'}{' '}
          back as a whole, with history: {numberText(files)} {files === 1 ? 'file' : 'files'}. What is
          published can also be brought back alone, without its history.
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="default"
            onClick={() => {
              close()
              importThese([...held, ...missing])
            }}
          >
            Only what is published…
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              close()
              void restoreAll(holding).then(() => missing.length > 0 && importThese(missing))
            }}
          >
            {many ? 'Bring back the folders' : 'Bring back the folder'}
          </Button>
        </Group>
      </>
    )
  })
}

async function restoreAll(items: readonly TrashItem[]): Promise<void> {
  const restored: ContentPath[] = []
  for (const item of items) {
    const path = contentPath(item.path)
    try {
      restored.push(await api.restoreFromTrash(siteOf(path), item.id))
    } catch (problem) {
      notifyFailure(`“${nameOf(path)}” was not restored`, sentenceOf(problem))
    }
  }
  const [first] = restored
  if (!first) return
  const count = numberText(restored.length)
  notify(restored.length === 1 ? `Restored “${nameOf(first)}”` : `Restored ${count} items from the trash`)
  await reveal(first)
}

function importThese(gone: readonly PublishedEntry[]): void {
  const [first] = gone
  if (!first) return
  openImport(siteOf(first.path), {
    environment: first.live ? 'live' : 'preview',
    folder: null,
    paths: requestFor(gone.map(({ path, kind }) => ({ path, folder: kind === 'folder' })))
  })
}
